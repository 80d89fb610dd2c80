import { defineEvents, type EventData, type Reason } from '#libs/platform/event-store';
import {
  type DomainEvent,
  type LocalDate,
  Published,
  subjectOfPersons,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  type CashTransactionStatus,
  CashTransactionStatuses,
  type CashTransactionType,
  CashTransactionTypes,
  contentOf,
  ofAccount,
  textOf,
  wholeOf,
} from '#libs/contexts/codes';
import {
  type CancelReasons,
  type DistributionReasons,
  type EndDateChoices,
  type RepeatTypes,
  type WithholdingTypes,
} from './cash-state.js';

export type RepeatType = keyof typeof RepeatTypes;

export type EndDateChoice = keyof typeof EndDateChoices;

export type DistributionReason = keyof typeof DistributionReasons;

export type WithholdingType = keyof typeof WithholdingTypes;

export type CancelReason = keyof typeof CancelReasons;

/**
 * Everything about a transaction except its status ([cash.get]). Amounts are US dollars as decimal strings with two decimals,
 * percentages decimal strings. Absent fields are null on the wire.
 */
export interface CashDetails {
  readonly transactionType: CashTransactionType;
  /** One is the account, the other a bank link or something the service doesn't know. */
  readonly sourceId?: string;
  readonly targetId?: string;
  readonly sourceDescription?: string;
  readonly targetDescription?: string;
  readonly accountRegistration?: string;
  readonly amount: string;
  readonly accountFees: string;
  readonly repeatType: RepeatType;
  readonly processDate: LocalDate;
  /** Digits. */
  readonly repeatInterval?: string;
  readonly repeatOffset?: string;
  readonly endDate?: LocalDate;
  readonly endDateChoice?: EndDateChoice;
  readonly iraContributionYear?: string;
  readonly distributionReasonCode?: DistributionReason;
  readonly fedWithholdType?: WithholdingType;
  readonly fedWithholdAmount?: string;
  readonly stateWithholdType?: WithholdingType;
  readonly stateWithholdAmount?: string;
  readonly repeatCashTransactionOid?: string;
  readonly createDateTime: Timestamp;
}

export interface Cancellation {
  readonly cancelReasonCode?: CancelReason;
  readonly cancelReason?: string;
}

/** Every event names the account, and the owners whose keys seal its personal texts. */
export interface AccountIdentity {
  readonly accountNumber: string;
  /** Primary owner of the account. */
  readonly owner: string;
  /** All owners of a joint account; absent if there is only one. */
  readonly owners?: readonly string[] | undefined;
}

interface TransactionIdentity extends AccountIdentity {
  readonly oid: string;
}

/** A transaction is pending: created by a client, or the next one of its series. */
export type TransactionCreated = DomainEvent<
  'cash.TransactionCreated',
  TransactionIdentity &
    CashDetails & {
      readonly firmId: string;
      /** Position in its series, from 1, and the day the following one is due; the last has no `next`. */
      readonly occurrence?: { readonly number: number; readonly next?: LocalDate };
    }
>;

/** The back office reported a transaction that was not created here. */
export type TransactionReported = DomainEvent<
  'cash.TransactionReported',
  TransactionIdentity &
    CashDetails &
    Cancellation & { readonly firmId: string; readonly status: CashTransactionStatus }
>;

/** The back office changed details; holds all of them. */
export type TransactionChanged = DomainEvent<
  'cash.TransactionChanged',
  TransactionIdentity & CashDetails
>;

type TransactionStatusChanged = DomainEvent<
  'cash.TransactionStatusChanged',
  TransactionIdentity & Cancellation & { readonly status: CashTransactionStatus }
>;

export type TransactionCancelled = DomainEvent<
  'cash.TransactionCancelled',
  TransactionIdentity &
    Cancellation & {
      readonly repeatCashTransactionOid?: string;
      /** Everything still pending in the series is cancelled too. */
      readonly series: boolean;
    }
>;

/** A repeating transaction was created: the template of its occurrences. `processDate` is the first day. */
export type SeriesDefined = DomainEvent<
  'cash.SeriesDefined',
  AccountIdentity &
    CashDetails & { readonly firmId: string; readonly repeatCashTransactionOid: string }
>;

/** Why a series ends: by request, with its bank link, or because its account no longer allows it. */
export type SeriesEnd = 'request' | 'bankLink' | 'account';

type SeriesEnded = DomainEvent<
  'cash.SeriesEnded',
  AccountIdentity & {
    readonly repeatCashTransactionOid: string;
    readonly cause: SeriesEnd;
  }
>;

/** All events of stream `cashTransaction-{accountNumber}-{oid}`. */
export type CashEvent =
  | TransactionCreated
  | TransactionReported
  | TransactionChanged
  | TransactionStatusChanged
  | TransactionCancelled
  | SeriesDefined
  | SeriesEnded;

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

/** The details that a transaction may have no value for. */
const OPTIONAL = [
  ...['sourceId', 'targetId', 'sourceDescription', 'targetDescription', 'accountRegistration'],
  ...['repeatInterval', 'repeatOffset', 'endDate', 'endDateChoice'],
  ...['iraContributionYear', 'distributionReasonCode'],
  ...['fedWithholdType', 'fedWithholdAmount', 'stateWithholdType', 'stateWithholdAmount'],
] as const satisfies readonly (keyof CashDetails)[];

/** A change of the status states the reason too. */
const withReason = wholeOf(['cancelReasonCode', 'cancelReason']);

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
    history: { title: 'Cash transaction changed', ...ofTransaction, fields: wholeOf(OPTIONAL) },
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
      fields: withReason,
      reason: cashReason,
    },
    publishes: statusChanged,
    personal: { subject, fields: ['cancelReason'] },
  },
  'cash.TransactionCancelled': {
    history: {
      title: 'Cash transaction cancelled',
      ...ofTransaction,
      fields: (data) => ({ status: 'CC', ...withReason(data) }),
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
