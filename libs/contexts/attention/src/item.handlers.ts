import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { itemForAttention, type PutItem, type RespondToItem } from './item.js';

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
