import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import type { PutItem } from '../domain/item.commands.js';
import { itemForAttention } from '../domain/item.js';

/** Creates or changes an item from the back office ([back-office.ifas]). */
export class PutItemCommand extends UseCaseCommand<typeof itemForAttention, Payload<PutItem>> {}

@CommandHandler(PutItemCommand)
export class PutItemHandler implements ICommandHandler<PutItemCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: PutItemCommand) {
    const command = { type: 'PutItem', ...payload } as const;
    const options = { expectedRevision };
    return this.commands.executeOrThrow(itemForAttention, payload.id, command, metadata, options);
  }
}
