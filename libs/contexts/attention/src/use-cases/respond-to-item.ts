import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { RespondToItem } from '../domain/item.commands.js';
import { itemForAttention } from '../domain/item.js';

/** Views, agrees to or rejects an item for attention ([ifa.respond]). */
export class RespondToItemCommand extends Command<OutcomeOf<typeof itemForAttention>> {
  constructor(
    readonly asked: Asked<RespondToItem>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(RespondToItemCommand)
export class RespondToItemHandler implements ICommandHandler<RespondToItemCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    asked,
    expectedRevision,
    metadata,
  }: RespondToItemCommand): Promise<OutcomeOf<typeof itemForAttention>> {
    const command = { type: 'RespondToItem', ...asked } as const;
    const options = { expectedRevision };
    return this.commands.carryOut(itemForAttention, asked.id, command, metadata, options);
  }
}
