import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Asked } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import type { RespondToItem } from '../domain/item.commands.js';
import { itemForAttention } from '../domain/item.js';

/** Views, agrees to or rejects an item for attention ([ifa.respond]). */
export class RespondToItemCommand extends UseCaseCommand<
  typeof itemForAttention,
  Asked<RespondToItem>
> {}

@CommandHandler(RespondToItemCommand)
export class RespondToItemHandler implements ICommandHandler<RespondToItemCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, metadata, expectedRevision }: RespondToItemCommand) {
    const command = { type: 'RespondToItem', ...asked } as const;
    const options = { expectedRevision };
    return this.commands.carryOut(itemForAttention, asked.id, command, metadata, options);
  }
}
