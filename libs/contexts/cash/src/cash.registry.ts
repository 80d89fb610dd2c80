import { subjectOfPersons } from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  type EventData,
  ofAccount,
  type Reason,
  textOf,
} from '#libs/platform/event-store';
import type { CashEvent, OfAccount } from './domain/cash.events.js';

/** Names of owners and banks, and what people write, stand under the keys of the account's owners. */
const subject = ({ owner, owners = [owner] }: OfAccount): string => subjectOfPersons(owners);

const DESCRIBED = ['sourceDescription', 'targetDescription', 'accountRegistration'] as const;

/** Why a cash transaction was cancelled or rejected. */
function cashReason(data: EventData): Reason | undefined {
  const rejected = data['status'] === 'RJ';
  const cancelled = data['status'] === undefined || data['status'] === 'CC';
  if (!rejected && !cancelled) return undefined;
  const code = textOf(data, 'cancelReasonCode');
  return { outcome: rejected ? 'rejected' : 'cancelled', ...(code !== '' && { code }) };
}

/** The transactions of a series share a stream. */
const transaction = (data: EventData): string => `transaction/${textOf(data, 'oid')}`;

/** How the events of stream `cashTransaction-{accountNumber}-{oid}` are stored. */
export const cashEvents = defineEvents<CashEvent>({
  'cash.TransactionCreated': {
    history: {
      title: 'Cash transaction created',
      subjects: ofAccount,
      thing: transaction,
      begins: true,
      fields: (data) => ({ status: 'PD', ...contentOf(data) }),
    },
    personal: { subject, fields: DESCRIBED },
  },
  'cash.TransactionReported': {
    history: {
      title: 'Cash transaction reported',
      subjects: ofAccount,
      thing: transaction,
      begins: true,
    },
    personal: { subject, fields: [...DESCRIBED, 'cancelReason'] },
  },
  'cash.TransactionChanged': {
    history: {
      title: 'Cash transaction changed',
      subjects: ofAccount,
      thing: transaction,
    },
    personal: { subject, fields: DESCRIBED },
  },
  'cash.TransactionStatusChanged': {
    history: {
      title: 'Status of the cash transaction changed',
      subjects: ofAccount,
      thing: transaction,
      reason: cashReason,
    },
    personal: { subject, fields: ['cancelReason'] },
  },
  'cash.TransactionCancelled': {
    history: {
      title: 'Cash transaction cancelled',
      subjects: ofAccount,
      thing: transaction,
      fields: (data) => ({ status: 'CC', ...contentOf(data) }),
      reason: cashReason,
    },
    personal: { subject, fields: ['cancelReason'] },
  },
  'cash.SeriesDefined': {
    history: { title: 'Repeating cash transaction created', subjects: ofAccount },
    personal: { subject, fields: DESCRIBED },
  },
  'cash.SeriesEnded': {
    history: {
      title: 'Repeating cash transaction ended',
      subjects: ofAccount,
      fields: () => ({}),
      reason: (data) => ({ outcome: 'cancelled', cause: textOf(data, 'cause') }),
    },
  },
});
