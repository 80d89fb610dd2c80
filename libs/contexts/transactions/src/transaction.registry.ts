import { subjectOfPersons } from '#libs/platform/kernel';
import { defineEvents, type JsonObject } from '#libs/platform/event-store';
import type { TransactionEvent } from './domain/transaction.events.js';

/** The texts stood in the transaction, in the clear. */
function textsApart({ transaction, ...ids }: JsonObject): JsonObject {
  const { transactionDesc = null, notes = null, ...open } = transaction as JsonObject;
  return {
    ...ids,
    transaction: open,
    ...(transactionDesc !== null && { transactionDesc }),
    ...(notes !== null && { notes }),
  };
}

const definition = {
  version: 2,
  personal: {
    subject: ({ owners }: { readonly owners?: readonly string[] }) =>
      owners && subjectOfPersons(owners),
    fields: ['transactionDesc', 'notes'],
  },
  upcasts: { 1: textsApart },
} as const;

/**
 * How the events of streams `folioTransaction-{folioNumber}/{transactionId}` are stored: texts that may be about a person under the
 * keys of the account's owners.
 */
export const folioTransactionEvents = defineEvents<TransactionEvent>({
  'folioTransaction.TransactionReported': definition,
  'folioTransaction.TransactionCorrected': definition,
});
