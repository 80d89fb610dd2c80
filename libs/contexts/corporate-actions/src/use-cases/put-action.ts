import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireAccount } from '#libs/contexts/accounts';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { PutAction } from '../domain/corporate-action.commands.js';
import { actionId, corporateAction } from '../domain/corporate-action.js';

/** Back office: defines or changes a corporate action ([back-office.corporateactions]). */
export class PutActionCommand extends Command<OutcomeOf<typeof corporateAction>> {
  constructor(
    readonly asked: Asked<PutAction>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(PutActionCommand)
export class PutActionHandler implements ICommandHandler<PutActionCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({
    asked,
    expectedRevision,
    metadata,
  }: PutActionCommand): Promise<OutcomeOf<typeof corporateAction>> {
    await requireAccount(this.aggregates, asked.accountNumber);
    const id = actionId(asked.accountNumber, asked.notifid);
    const command = { type: 'PutAction', ...asked } as const;
    return this.commands.carryOut(corporateAction, id, command, metadata, { expectedRevision });
  }
}
