import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { PutItem } from '../domain/item.commands.js';
import { itemForAttention } from '../domain/item.js';

/** Back office: raises or changes an item for attention ([back-office.ifas]). */
export class PutItemCommand extends Command<OutcomeOf<typeof itemForAttention>> {
  constructor(
    readonly asked: Asked<PutItem>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(PutItemCommand)
export class PutItemHandler implements ICommandHandler<PutItemCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    asked,
    expectedRevision,
    metadata,
  }: PutItemCommand): Promise<OutcomeOf<typeof itemForAttention>> {
    const command = { type: 'PutItem', ...asked } as const;
    const options = { expectedRevision };
    return this.commands.carryOut(itemForAttention, asked.id, command, metadata, options);
  }
}
