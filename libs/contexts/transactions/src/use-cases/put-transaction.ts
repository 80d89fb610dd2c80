import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ownersOf } from '#libs/contexts/accounts';
import { requireFolio } from '#libs/contexts/folios';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { PutTransaction } from '../domain/transaction.commands.js';
import { folioTransaction, folioTransactionId } from '../domain/transaction.js';

/** Back office: reports or corrects a folio transaction ([back-office.transactions]). */
export class PutTransactionCommand extends Command<OutcomeOf<typeof folioTransaction>> {
  constructor(
    readonly asked: Asked<PutTransaction>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(PutTransactionCommand)
export class PutTransactionHandler implements ICommandHandler<PutTransactionCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({
    asked,
    expectedRevision,
    metadata,
  }: PutTransactionCommand): Promise<OutcomeOf<typeof folioTransaction>> {
    const { accountNumber, folioNumber, transactionId } = asked;
    const account = await requireFolio(this.aggregates, accountNumber, folioNumber);
    const id = folioTransactionId(folioNumber, transactionId);
    const command = {
      type: 'PutTransaction',
      ...asked,
      facts: { owners: ownersOf(account) },
    } as const;
    return this.commands.carryOut(folioTransaction, id, command, metadata, { expectedRevision });
  }
}
