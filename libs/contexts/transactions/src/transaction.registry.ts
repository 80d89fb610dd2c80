import { Published, subjectOfPersons, TransactionCategories } from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  type EventData,
  type JsonObject,
  ofAccount,
} from '#libs/platform/event-store';
import type { TransactionEvent } from './domain/transaction.events.js';

/** Version 1 had these texts inside the transaction, unencrypted. */
function textsApart({ transaction, ...ids }: JsonObject): JsonObject {
  const { transactionDesc = null, notes = null, ...open } = transaction as JsonObject;
  return {
    ...ids,
    transaction: open,
    ...(transactionDesc !== null && { transactionDesc }),
    ...(notes !== null && { notes }),
  };
}

/** Fields for histories. A missing text is null, so that removing it shows as a change. */
function folioTransaction({ transaction, transactionDesc, notes }: EventData): EventData {
  return {
    ...contentOf(transaction as EventData),
    transactionDesc: transactionDesc ?? null,
    notes: notes ?? null,
  };
}

const fields = {
  folioNumber: Published.text('Full number of the folio'),
  transactionId: Published.text('Id of the transaction'),
  category: Published.openCode(TransactionCategories, 'Category of the transaction'),
};

/** What both events have in common. */
const definition = (
  title: string,
  name: `brokerage.${string}.${string}.v${number}`,
  summary: string,
) => ({
  history: { title, subjects: ofAccount, fields: folioTransaction },
  publishes: Published.event(name, summary, fields, '/folios/{folioNumber}/transactions').with(
    ({ transaction }: TransactionEvent['data']) => ({ category: transaction.categoryName }),
  ),
  version: 2,
  personal: {
    subject: ({ owners }: { readonly owners?: readonly string[] }) =>
      owners && subjectOfPersons(owners),
    fields: ['transactionDesc', 'notes'] as const,
  },
  upcasts: { 1: textsApart },
});

/** Events of streams `folioTransaction-{folioNumber}/{transactionId}`. Texts that may be about a person are sealed for the owners. */
export const folioTransactionEvents = defineEvents<TransactionEvent>({
  'folioTransaction.TransactionReported': definition(
    'Folio transaction reported',
    'brokerage.folio-transaction.reported.v1',
    'The back office reported a transaction of a folio.',
  ),
  'folioTransaction.TransactionCorrected': definition(
    'Folio transaction corrected',
    'brokerage.folio-transaction.corrected.v1',
    'A reported transaction of a folio was corrected.',
  ),
});
