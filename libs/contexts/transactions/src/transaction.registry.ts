import { defineEvents } from '#libs/platform/event-store';
import type { TransactionEvent } from './domain/transaction.events.js';

/** How the events of streams `folioTransaction-{folioNumber}/{transactionId}` are stored. None holds personal data. */
export const folioTransactionEvents = defineEvents<TransactionEvent>({
  'folioTransaction.TransactionReported': { version: 1 },
  'folioTransaction.TransactionCorrected': { version: 1 },
});
