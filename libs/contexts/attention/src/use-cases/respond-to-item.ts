import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import type { RespondToItem } from '../domain/item.commands.js';
import { itemForAttention } from '../domain/item.js';

/** Views, agrees to or rejects an item for attention ([ifa.respond]). */
export class RespondToItemCommand extends UseCaseCommand<
  typeof itemForAttention,
  Payload<RespondToItem>
> {}

@CommandHandler(RespondToItemCommand)
export class RespondToItemHandler implements ICommandHandler<RespondToItemCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: RespondToItemCommand) {
    const command = { type: 'RespondToItem', ...payload } as const;
    const options = { expectedRevision };
    return this.commands.executeOrThrow(itemForAttention, payload.id, command, metadata, options);
  }
}
