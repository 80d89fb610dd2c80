import { type CashTransactionStatus, type LocalDate, omit, type Rule } from '#libs/platform/kernel';
import {
  type Cancellation,
  type CashDetails,
  type CashEvent,
  type AccountIdentity,
  accountIn,
} from './cash.events.js';

/** A transaction, as used by both rules and documents. */
export interface CashTransaction extends CashDetails, Cancellation {
  readonly oid: string;
  readonly status: CashTransactionStatus;
  /** Number of its own events after the first; the entity tag. The stream revision won't do, since occurrences of a series share it. */
  readonly revision: number;
}

/** A repeating transaction. */
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

/** A rule for one command. */
export type CashRule<Command> = Rule<CashBook, Command, CashEvent>;

export const emptyBook: CashBook = {
  accountNumber: '',
  firmId: '',
  owner: '',
  transactions: new Map(),
};

/** The bank link a transaction uses, if any. */
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

/** Picks the details from event data or a transaction. */
export function detailsIn(data: CashDetails): CashDetails {
  return omit(data as CashDetails & Record<(typeof NOT_DETAILS)[number], never>, ...NOT_DETAILS);
}

/** Picks the reason from event data or a transaction. */
export function cancellationIn({ cancelReason, cancelReasonCode }: Cancellation): Cancellation {
  return {
    ...(cancelReasonCode !== undefined && { cancelReasonCode }),
    ...(cancelReason && { cancelReason }),
  };
}

/** Applies one event. */
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

/** Events of a single transaction. */
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
