import {
  fieldProblem,
  isAsExpected,
  notFound,
  preconditionFailed,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import type { CancelTransaction, CancelWithSeries, RejectPending } from './cash.commands.js';
import {
  type Cancellation,
  type CashDetails,
  type CashEvent,
  accountIn,
  type SeriesEnd,
} from './cash.events.js';
import { cashRules } from './cash-rules.js';
import {
  bankLinkOf,
  cancellationIn,
  type CashBook,
  type CashRule,
  type CashTransaction,
} from './cash.state.js';

function cancelled(
  book: CashBook,
  { oid, repeatCashTransactionOid }: CashTransaction,
  cancellation: Cancellation,
  series: boolean,
): CashEvent {
  return {
    type: 'cash.TransactionCancelled',
    data: {
      oid,
      ...accountIn(book),
      ...cancellation,
      ...(repeatCashTransactionOid !== undefined && { repeatCashTransactionOid }),
      series,
    },
  };
}

/** Whether the series is still active but has no pending transaction, which happens on a restricted account. */
function hasNothingPending({ series, transactions }: CashBook): boolean {
  const active = series?.next !== undefined && !series.ended;
  return active && [...transactions.values()].every(({ status }) => status !== 'PD');
}

/**
 * Cancels a pending transaction ([cash.cancel]), with the series flag all pending ones, and ends the series. If none is pending,
 * any transaction of the series can end it.
 */
export const cancelTransaction: CashRule<CancelTransaction> = (
  { oid, input, expectedRevision },
  book,
) => {
  const transaction = book.transactions.get(oid);
  if (!transaction) return notFound();
  if (!isAsExpected(expectedRevision, transaction.revision)) return preconditionFailed();
  const { cancelSeriesFlag: flag } = input;
  const problems: Problem[] = [];
  const { repeatType, repeatCashTransactionOid } = transaction;
  const repeating = repeatType !== 'O' || repeatCashTransactionOid !== undefined;
  if (repeating && flag === undefined) {
    const message = 'Say whether the whole series is cancelled.';
    problems.push(fieldProblem('cancelSeriesFlag', '9048', message));
  }
  const wholeSeries = repeating && flag === true;
  const isPending = transaction.status === 'PD';
  if (!isPending && !(wholeSeries && hasNothingPending(book))) {
    const message = `The status is ${transaction.status}; only a pending transaction is cancelled.`;
    problems.push(cashRules.broken('9050', message));
  }
  if (problems.length > 0) return refuse(...problems);
  if (!isPending) return ended(book, 'request');
  const cancellation = cancellationIn(input);
  const first = cancelled(book, transaction, cancellation, wholeSeries);
  if (!wholeSeries || !book.series) return [first];
  const others = [...book.transactions.values()].filter(
    (other) => other.oid !== oid && other.status === 'PD',
  );
  return [
    first,
    ...others.map((other) => cancelled(book, other, cancellation, false)),
    ...ended(book, 'request'),
  ];
};

/** Cancels one transaction of a series that was cancelled as a whole. Does nothing if it is no longer pending. */
export const cancelWithSeries: CashRule<CancelWithSeries> = ({ oid, cancellation }, book) => {
  const transaction = book.transactions.get(oid);
  return transaction?.status === 'PD' ? [cancelled(book, transaction, cancellation, false)] : [];
};

/** Rejects everything pending that relies on what is gone, and ends its series. */
export const rejectPending: CashRule<RejectPending> = (command, book) => {
  const { bankLinkOid, cause, reason, undone } = command;
  const { series } = book;
  const relies = (on: CashDetails): boolean =>
    bankLinkOid === undefined || bankLinkOf(on) === bankLinkOid;
  const hit = [...book.transactions.values()].filter(
    (one) =>
      (one.status === 'PD' && relies(one)) ||
      (one.oid === undone?.oid && one.status === undone.status),
  );
  const rejected = hit.map(({ oid }): CashEvent => ({
    type: 'cash.TransactionStatusChanged',
    data: { oid, status: 'RJ', cancelReason: reason, ...accountIn(book) },
  }));
  const goesOn = series?.next !== undefined && relies(series.definition);
  return goesOn ? [...rejected, ...ended(book, cause)] : rejected;
};

function ended(book: CashBook, cause: SeriesEnd): readonly CashEvent[] {
  const { series } = book;
  if (!series || series.ended) return [];
  const { repeatCashTransactionOid } = series;
  return [
    { type: 'cash.SeriesEnded', data: { repeatCashTransactionOid, cause, ...accountIn(book) } },
  ];
}
