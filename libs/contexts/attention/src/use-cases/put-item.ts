import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Asked } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import type { PutItem } from '../domain/item.commands.js';
import { itemForAttention } from '../domain/item.js';

/** Creates or changes an item from the back office ([back-office.ifas]). */
export class PutItemCommand extends UseCaseCommand<typeof itemForAttention, Asked<PutItem>> {}

@CommandHandler(PutItemCommand)
export class PutItemHandler implements ICommandHandler<PutItemCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, metadata, expectedRevision }: PutItemCommand) {
    const command = { type: 'PutItem', ...asked } as const;
    const options = { expectedRevision };
    return this.commands.carryOut(itemForAttention, asked.id, command, metadata, options);
  }
}
