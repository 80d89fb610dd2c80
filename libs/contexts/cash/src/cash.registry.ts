import {
  CashTransactionStatuses,
  CashTransactionTypes,
  Published,
  subjectOfPersons,
} from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  type EventData,
  ofAccount,
  type Reason,
  textOf,
} from '#libs/platform/event-store';
import type { CashEvent, AccountIdentity } from './domain/cash.events.js';

/** Owner names, bank names and free text are sealed under the keys of all owners of the account. */
const subject = ({ owner, owners = [owner] }: AccountIdentity): string => subjectOfPersons(owners);

const DESCRIBED = ['sourceDescription', 'targetDescription', 'accountRegistration'] as const;

function cashReason(data: EventData): Reason | undefined {
  const rejected = data['status'] === 'RJ';
  const cancelled = data['status'] === undefined || data['status'] === 'CC';
  if (!rejected && !cancelled) return undefined;
  const code = textOf(data, 'cancelReasonCode');
  return { outcome: rejected ? 'rejected' : 'cancelled', ...(code !== '' && { code }) };
}

const ofTransaction = {
  subjects: ofAccount,
  // the transactions of a series share a stream
  thing: (data: EventData): string => `transaction/${textOf(data, 'oid')}`,
};

const oid = Published.text('Id of the cash transaction');
const path = '/cashtransactions/{oid}';
const transactionType = Published.code(CashTransactionTypes, 'Type of the cash transaction');
const status = Published.code(CashTransactionStatuses, 'Status of the cash transaction');
const series = { repeatCashTransactionOid: Published.text('Id of the definition of the series') };
const statusChanged = Published.event(
  'brokerage.cash-transaction.status-changed.v1',
  'The status of a cash transaction, or the reason for it, changed.',
  { oid, status },
  path,
);

/** Event definitions of stream `cashTransaction-{accountNumber}-{oid}`. */
export const cashEvents = defineEvents<CashEvent>({
  'cash.TransactionCreated': {
    history: {
      title: 'Cash transaction created',
      ...ofTransaction,
      begins: true,
      fields: (data) => ({ status: 'PD', ...contentOf(data) }),
    },
    publishes: Published.event(
      'brokerage.cash-transaction.created.v1',
      'A cash transaction is pending.',
      { oid, transactionType, status },
      path,
    ).with(() => ({ status: 'PD' })),
    personal: { subject, fields: DESCRIBED },
  },
  'cash.TransactionReported': {
    history: { title: 'Cash transaction reported', ...ofTransaction, begins: true },
    publishes: Published.event(
      'brokerage.cash-transaction.reported.v1',
      'The back office reported a new cash transaction.',
      { oid, transactionType, status },
      path,
    ),
    personal: { subject, fields: [...DESCRIBED, 'cancelReason'] },
  },
  'cash.TransactionChanged': {
    history: { title: 'Cash transaction changed', ...ofTransaction },
    publishes: Published.event(
      'brokerage.cash-transaction.changed.v1',
      'Details of a cash transaction changed.',
      { oid, transactionType },
      path,
    ),
    personal: { subject, fields: DESCRIBED },
  },
  'cash.TransactionStatusChanged': {
    history: {
      title: 'Status of the cash transaction changed',
      ...ofTransaction,
      reason: cashReason,
    },
    publishes: statusChanged,
    personal: { subject, fields: ['cancelReason'] },
  },
  'cash.TransactionCancelled': {
    history: {
      title: 'Cash transaction cancelled',
      ...ofTransaction,
      fields: (data) => ({ status: 'CC', ...contentOf(data) }),
      reason: cashReason,
    },
    publishes: statusChanged.with(() => ({ status: 'CC' })),
    personal: { subject, fields: ['cancelReason'] },
  },
  'cash.SeriesDefined': {
    history: { title: 'Repeating cash transaction created', subjects: ofAccount },
    publishes: Published.event(
      'brokerage.cash-series.defined.v1',
      'A repeating cash transaction was asked for.',
      { ...series, transactionType },
    ),
    personal: { subject, fields: DESCRIBED },
  },
  'cash.SeriesEnded': {
    history: {
      title: 'Repeating cash transaction ended',
      subjects: ofAccount,
      fields: () => ({}),
      reason: (data) => ({ outcome: 'cancelled', cause: textOf(data, 'cause') }),
    },
    publishes: Published.event(
      'brokerage.cash-series.ended.v1',
      'No occurrence of a series follows any more.',
      { ...series, cause: Published.word(['request', 'bankLink', 'account'], 'Why') },
    ),
  },
});
