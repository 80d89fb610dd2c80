import { type CashTransactionStatus, type LocalDate, omit } from '#libs/platform/kernel';
import {
  type Cancellation,
  type CashDetails,
  type CashEvent,
  type OfAccount,
  ofAccount,
} from './cash.events.js';

/** One transaction as the rules know it. */
export interface CashTransaction {
  readonly oid: string;
  readonly details: CashDetails;
  readonly status: CashTransactionStatus;
  readonly cancellation: Cancellation;
  /** Its own events after the first: the entity tag. That of the stream moves with the others of a series. */
  readonly revision: number;
}

/** A repeating transaction. */
export interface Series {
  readonly repeatCashTransactionOid: string;
  readonly definition: CashDetails;
  readonly ended: boolean;
  /** Newest occurrence; undefined only before the first. */
  readonly newest?: { readonly number: number; readonly processDate: LocalDate };
  /** When the one after the newest is due; absent when that was the last. */
  readonly next?: LocalDate;
}

/** State of `cashTransaction-{accountNumber}-{oid}`: one transaction, or a series with its occurrences by their oids. */
export interface CashBook extends OfAccount {
  readonly firmId: string;
  readonly transactions: ReadonlyMap<string, CashTransaction>;
  readonly series?: Series;
}

/** The book of a stream without events. */
export const emptyBook: CashBook = {
  accountNumber: '',
  firmId: '',
  owner: '',
  transactions: new Map(),
};

/** The bank link the money of a transaction moves over; undefined for none. */
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
  'cancelReason',
  'cancelReasonCode',
] as const;

/** The details among the data of an event. */
export function detailsIn(data: CashDetails): CashDetails {
  return omit(data as CashDetails & Record<(typeof NOT_DETAILS)[number], never>, ...NOT_DETAILS);
}

/** The reason among the data of an event. */
export function cancellationIn({ cancelReason, cancelReasonCode }: Cancellation): Cancellation {
  return {
    ...(cancelReasonCode !== undefined && { cancelReasonCode }),
    ...(cancelReason && { cancelReason }),
  };
}

/** Folds one event in. */
export function evolve(book: CashBook, event: CashEvent): CashBook {
  switch (event.type) {
    case 'cash.SeriesDefined': {
      const { firmId, repeatCashTransactionOid } = event.data;
      const definition = detailsIn(event.data);
      const series = { repeatCashTransactionOid, definition, ended: false };
      return { ...book, ...ofAccount(event.data), firmId, series };
    }
    case 'cash.SeriesEnded':
      return book.series ? { ...book, series: { ...book.series, ended: true } } : book;
    case 'cash.TransactionCreated': {
      const { oid, occurrence, processDate } = event.data;
      const details = detailsIn(event.data);
      const created = { oid, details, status: 'PD', cancellation: {}, revision: 0 } as const;
      const next = added(book, created, event.data);
      if (!occurrence || !book.series) return next;
      const newest = { number: occurrence.number, processDate };
      const series = omit(book.series, 'next');
      const due = occurrence.next === undefined ? {} : { next: occurrence.next };
      return { ...next, series: { ...series, newest, ...due } };
    }
    case 'cash.TransactionReported': {
      const { oid, status } = event.data;
      const details = detailsIn(event.data);
      const cancellation = cancellationIn(event.data);
      return added(book, { oid, details, status, cancellation, revision: 0 }, event.data);
    }
    case 'cash.TransactionChanged':
      return changed(book, event.data.oid, { details: detailsIn(event.data) });
    case 'cash.TransactionStatusChanged': {
      const { oid, status } = event.data;
      return changed(book, oid, { status, cancellation: cancellationIn(event.data) });
    }
    case 'cash.TransactionCancelled': {
      const cancellation = cancellationIn(event.data);
      return changed(book, event.data.oid, { status: 'CC', cancellation });
    }
  }
}

function added(
  book: CashBook,
  transaction: CashTransaction,
  data: OfAccount & Pick<CashBook, 'firmId'>,
): CashBook {
  const transactions = new Map(book.transactions).set(transaction.oid, transaction);
  return { ...book, ...ofAccount(data), firmId: data.firmId, transactions };
}

function changed(book: CashBook, oid: string, changes: Partial<CashTransaction>): CashBook {
  const known = book.transactions.get(oid);
  if (!known) return book;
  const next = { ...known, ...changes, revision: known.revision + 1 };
  return { ...book, transactions: new Map(book.transactions).set(oid, next) };
}
