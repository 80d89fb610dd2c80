import {
  type Precondition,
  type LocalDate,
  type Money,
  omit,
  type Problem,
  type Rule,
  RuleBook,
} from '#libs/platform/kernel';
import type { AccountType, CashTransactionStatus } from '#libs/contexts/codes';
import type {
  AccountIdentity,
  Cancellation,
  CancelReason,
  CashDetails,
  CashEvent,
  SeriesEnd,
} from './cash.events.js';
import type { MaybeNull, WithheldFields } from './withholding.js';

/** Why money under way on a bank link is rejected, or refused. */
export const BANK_LINK_CANCELLED = 'The bank link was cancelled.';

export const NO_SUCH_BANK_LINK = 'The account has no bank link of this id.';

/** Error codes of cash transactions. The specification gives the numbers ([cash.cancel], [cash.list]); the names are ours. */
export const cashRules = new RuleBook({
  '9008': 'A transaction type is not known',
  '9048': 'cancelSeriesFlag is missing for a repeating transaction',
  '9049': 'The reason of the cancellation is not known',
  '9050': 'The transaction is no longer pending',
  '9051': 'The caller may not cancel the transaction',
  '9052': 'A transaction status is not known',
  '9053': 'The date range is invalid',
  'banklink.not.owned.by.account': 'The account has no such bank link',
  'cash.transaction.bank.link.deleted.rule':
    'The bank link is cancelled, or its owner’s data was erased',
  'cash.transaction.bank.link.unverified.rule': 'The bank link is not verified yet',
  'cash.transaction.end.date.rule': 'A repeating transaction ends before it begins',
  'cash.transaction.ira.contribution.year.rule': 'The year is not open for contributions',
  'cash.transaction.process.date.rule': 'The day is past in New York, or more than ten years ahead',
  'cash.transaction.status.rule': 'The current status does not allow this transition',
  'cash.transaction.withholding.rule':
    'More is withheld than the amount, or type N withholds something',
  'invalid.amountrange': 'An amount is invalid, or minAmount is above maxAmount',
  'invalid.for.repeat.type': 'The field does not belong to the repeat type',
  'invalid.for.transaction.type': 'The field does not belong to the transaction type',
});
const OCCURRENCE = /^([1-9]\d{14})-([1-9]\d{0,4})$/;

/** Id of the nth transaction of a series, counted from 1. */
export function occurrenceOid(seriesOid: string, number: number): string {
  return `${seriesOid}-${number}`;
}

/** Returns the series of an occurrence id, or undefined for any other id. */
export function seriesOf(oid: string): string | undefined {
  return OCCURRENCE.exec(oid)?.[1];
}

/** Occurrences share the stream of their series. The id includes the account, within which the back office names transactions. */
export function cashStreamId(accountNumber: string, oid: string): string {
  return `${accountNumber}-${seriesOf(oid) ?? oid}`;
}

interface TransactionPath {
  readonly accountNumber: string;
  readonly oid: string;
}

/** Body of `POST …/cashtransactions`; counts are strings of digits. */
export interface CreateInput
  extends
    WithheldFields,
    Omit<
      CashDetails,
      | keyof WithheldFields
      | 'amount'
      | 'accountFees'
      | 'sourceDescription'
      | 'targetDescription'
      | 'accountRegistration'
      | 'repeatCashTransactionOid'
      | 'createDateTime'
    > {
  readonly amount: Money;
  /** Number of transfers with `endDateChoice` `transfersMaxNumOf`; determines the end date. */
  readonly maxNumOfTransfers?: string;
}

/** Body of the back office's PUT, in the shape GET returns. On a known transaction an absent field stays and null clears it. */
export type ReportInput = MaybeNull<Omit<CashDetails, 'amount' | 'accountFees'> & Cancellation> & {
  readonly oid?: string;
  readonly amount?: Money;
  readonly accountFees?: Money;
  readonly status?: CashTransactionStatus;
};

export interface BankLinkFact {
  readonly oid: string;
  readonly accountNumber: string;
  /** D: cancelled, or its micro-deposits expired. */
  readonly status: 'A' | 'D';
  /** No money moves over an unverified link: the bank account might belong to somebody else. */
  readonly verified: boolean;
}

interface OwnerFacts {
  readonly firmId: string;
  readonly primaryAccountOwner: string;
  readonly owners?: readonly string[] | undefined;
}

interface SeriesFact {
  /** Why the account can't accept the next transaction of the series now. */
  readonly obstacle?: string | undefined;
}

/** A client creates a transaction, or a series if it repeats; `oid` then identifies the series. */
export interface CreateTransaction extends TransactionPath {
  readonly type: 'CreateTransaction';
  readonly input: CreateInput;
  readonly facts: OwnerFacts & {
    readonly accountType: AccountType;
    /** Undefined if the input names none, or an id that doesn't exist. */
    readonly bankLink: BankLinkFact | undefined;
    readonly restriction?: Problem | undefined;
    readonly accountDescription?: string | undefined;
    /** Missing once the data of the bank account's owner has been erased. */
    readonly bankDescription?: string | undefined;
    readonly accountRegistration?: string | undefined;
  };
}

/** A client cancels a pending transaction or its whole series. */
export interface CancelTransaction extends TransactionPath {
  readonly type: 'CancelTransaction';
  readonly input: {
    readonly cancelReasonCode: CancelReason;
    readonly cancelReason?: string;
    readonly cancelSeriesFlag?: boolean;
  };
  /** Required revision of the transaction, from `If-Match`. */
  readonly expectedRevision?: Precondition | undefined;
  readonly facts: SeriesFact;
}

/** The back office reports a transaction or changes one ([back-office.cashtransactions]). */
export interface ReportTransaction extends TransactionPath {
  readonly type: 'ReportTransaction';
  readonly input: ReportInput;
  readonly expectedRevision?: Precondition | undefined;
  readonly facts: OwnerFacts &
    SeriesFact & {
      /** Why the account takes no new transaction: it is closed. */
      readonly closed?: Problem | undefined;
      /** Undefined if the report names none, or an id that doesn't exist. */
      readonly bankLink?: BankLinkFact | undefined;
    };
}

/** The day of the newest occurrence has come: create the next one. With an obstacle it is created and rejected. */
export interface ScheduleOccurrences extends SeriesFact {
  readonly type: 'ScheduleOccurrences';
  /** In New York. */
  readonly today: LocalDate;
}

/** What the stream relies on is gone: reject everything pending and end the series. */
export interface RejectPending {
  readonly type: 'RejectPending';
  readonly cause: SeriesEnd;
  /** A sentence that says what is gone. */
  readonly reason: string;
  /** Only what uses this bank link. Default: everything. */
  readonly bankLinkOid?: string | undefined;
  /** The transaction of a report that is undone: also rejected at this status. */
  readonly undone?: { readonly oid: string; readonly status: 'PR' | 'CL' } | undefined;
}

/** Cancels a transaction the back office reported, because its whole series was cancelled. */
export interface CancelWithSeries {
  readonly type: 'CancelWithSeries';
  readonly oid: string;
  readonly cancellation: Cancellation;
}

export type CashCommand =
  | CreateTransaction
  | CancelTransaction
  | ReportTransaction
  | ScheduleOccurrences
  | RejectPending
  | CancelWithSeries;

/** A transaction, as used by both rules and documents. */
export interface CashTransaction extends CashDetails, Cancellation {
  readonly oid: string;
  readonly status: CashTransactionStatus;
  /** Number of its own events after the first; the entity tag. The stream revision won't do, since occurrences of a series share it. */
  readonly revision: number;
}

export interface Series {
  readonly repeatCashTransactionOid: string;
  readonly definition: CashDetails;
  readonly ended: boolean;
  /** Undefined only before the first occurrence. */
  readonly newest?: { readonly number: number; readonly processDate: LocalDate };
  /** Day the occurrence after the newest is due; absent if the newest is the last. */
  readonly next?: LocalDate;
}

/** State of `cashTransaction-{accountNumber}-{oid}`: one transaction, or a series and its occurrences, by oid. */
export interface CashBook extends AccountIdentity {
  readonly firmId: string;
  readonly transactions: ReadonlyMap<string, CashTransaction>;
  readonly series?: Series;
}

export type CashRule<Command> = Rule<CashBook, Command, CashEvent>;

export const emptyBook: CashBook = {
  accountNumber: '',
  firmId: '',
  owner: '',
  transactions: new Map(),
};

export function bankLinkOf({
  transactionType,
  sourceId,
  targetId,
}: Pick<CashDetails, 'transactionType' | 'sourceId' | 'targetId'>): string | undefined {
  return transactionType === 'AHD' ? sourceId : targetId;
}

const NOT_DETAILS = [
  'accountNumber',
  'owner',
  'owners',
  'oid',
  'firmId',
  'occurrence',
  'status',
  'revision',
  'cancelReason',
  'cancelReasonCode',
] as const;

export function detailsIn(data: CashDetails): CashDetails {
  return omit(data as CashDetails & Record<(typeof NOT_DETAILS)[number], never>, ...NOT_DETAILS);
}

export function cancellationIn({ cancelReason, cancelReasonCode }: Cancellation): Cancellation {
  return {
    ...(cancelReasonCode !== undefined && { cancelReasonCode }),
    ...(cancelReason && { cancelReason }),
  };
}

export function evolve(book: CashBook, event: CashEvent): CashBook {
  switch (event.type) {
    case 'cash.SeriesDefined': {
      const { firmId, repeatCashTransactionOid } = event.data;
      const definition = detailsIn(event.data);
      const series = { repeatCashTransactionOid, definition, ended: false };
      return { ...book, ...accountIn(event.data), firmId, series };
    }
    case 'cash.SeriesEnded':
      return book.series ? { ...book, series: { ...book.series, ended: true } } : book;
    default: {
      const { oid } = event.data;
      const transaction = evolveTransaction(book.transactions.get(oid), event);
      if (!transaction) return book;
      const transactions = new Map(book.transactions).set(oid, transaction);
      if (!('firmId' in event.data)) return { ...book, transactions };
      const { firmId } = event.data;
      const next = { ...book, ...accountIn(event.data), firmId, transactions };
      const occurrence = 'occurrence' in event.data ? event.data.occurrence : undefined;
      if (!occurrence || !book.series) return next;
      const newest = { number: occurrence.number, processDate: event.data.processDate };
      const due = occurrence.next === undefined ? {} : { next: occurrence.next };
      return { ...next, series: { ...omit(book.series, 'next'), newest, ...due } };
    }
  }
}

export type TransactionEvent = Exclude<
  CashEvent,
  { type: 'cash.SeriesDefined' | 'cash.SeriesEnded' }
>;

/** Applies one event to a transaction. Shared by state and documents, so the two can't disagree. */
export function evolveTransaction(
  known: CashTransaction | undefined,
  { type, data }: TransactionEvent,
): CashTransaction | undefined {
  const { oid } = data;
  if (type === 'cash.TransactionCreated') {
    return { oid, status: 'PD', revision: 0, ...detailsIn(data) };
  }
  if (type === 'cash.TransactionReported') {
    const { status } = data;
    return { oid, status, revision: 0, ...detailsIn(data), ...cancellationIn(data) };
  }
  if (!known) return undefined;
  const revision = known.revision + 1;
  if (type === 'cash.TransactionChanged') {
    const { status } = known;
    return { oid, status, revision, ...detailsIn(data), ...cancellationIn(known) };
  }
  const status = type === 'cash.TransactionCancelled' ? 'CC' : data.status;
  const rest = omit(known, 'cancelReason', 'cancelReasonCode');
  return Object.assign(rest, { status, revision }, cancellationIn(data));
}

/** repeatType ([cash.repeatType]). */
export const RepeatTypes = { O: 'One-time', W: 'Weekly', M: 'Monthly', Y: 'Yearly' } as const;

/** endDateChoice of a repeating transaction. */
export const EndDateChoices = {
  transfersInfinite: 'No end',
  transfersMaxNumOf: 'After a number of transfers',
  transfersEndDate: 'After a date',
} as const;

/** distributionReasonCode of a withdrawal from an IRA. */
export const DistributionReasons = {
  N: 'Normal',
  P: 'Premature',
  S: 'SEP 72(t)',
  E: 'Death',
} as const;

export const WithholdingTypes = { P: 'Percent', D: 'Fixed dollars', N: 'None' } as const;

export const CancelReasons = {
  '8': 'Cancelled by user',
  '99': 'Cancel for update',
  '100': 'Other',
} as const;

export function accountIn({ accountNumber, owner, owners }: AccountIdentity): AccountIdentity {
  return { accountNumber, owner, ...(owners !== undefined && { owners }) };
}
