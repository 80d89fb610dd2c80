import { subjectOfPersons } from '#libs/platform/kernel';
import { defineEvents } from '#libs/platform/event-store';
import type { CashEvent, OfAccount } from './domain/cash.events.js';

/** Names of owners and banks, and what people write, stand under the keys of the account's owners. */
const subject = ({ owner, owners = [owner] }: OfAccount): string => subjectOfPersons(owners);

const DESCRIBED = ['sourceDescription', 'targetDescription', 'accountRegistration'] as const;

/** How the events of stream `cashTransaction-{accountNumber}-{oid}` are stored. */
export const cashEvents = defineEvents<CashEvent>({
  'cash.TransactionCreated': { version: 1, personal: { subject, fields: DESCRIBED } },
  'cash.TransactionReported': {
    version: 1,
    personal: { subject, fields: [...DESCRIBED, 'cancelReason'] },
  },
  'cash.TransactionChanged': { version: 1, personal: { subject, fields: DESCRIBED } },
  'cash.TransactionStatusChanged': {
    version: 1,
    personal: { subject, fields: ['cancelReason'] },
  },
  'cash.TransactionCancelled': { version: 1, personal: { subject, fields: ['cancelReason'] } },
  'cash.SeriesDefined': { version: 1, personal: { subject, fields: DESCRIBED } },
  'cash.SeriesEnded': { version: 1 },
});
