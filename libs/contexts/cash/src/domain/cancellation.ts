import {
  type Decision,
  FieldCode,
  isAsExpected,
  isCode,
  notFound,
  preconditionFailed,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import type { CancelTransaction, CancelWithSeries, RejectOnBankLink } from './cash.commands.js';
import { type Cancellation, type CashEvent, ofAccount } from './cash.events.js';
import { CashReader } from './cash-reader.js';
import { CashRule } from './cash.rules.js';
import { bankLinkOf, type CashBook, type CashTransaction } from './cash.state.js';
import { CancelReasons } from './codes.js';

/** Text of the reason when a bank link took its transactions with it. */
const BANK_LINK_CANCELLED = 'The bank link was cancelled.';

/** A reason code that could not be read is a bad reason as well. */
function asBadReason(problem: Problem): Problem {
  const bad =
    problem.field === 'cancelReasonCode' &&
    problem.type === 'VALIDATION_FIELD' &&
    problem.errorCode !== FieldCode.Required;
  return bad ? { ...problem, errorCode: CashRule.BadCancelReason } : problem;
}

function cancelled(
  book: CashBook,
  { oid, details }: CashTransaction,
  cancellation: Cancellation,
  series: boolean,
): CashEvent {
  const { repeatCashTransactionOid } = details;
  return {
    type: 'cash.TransactionCancelled',
    data: {
      ...ofAccount(book),
      oid,
      ...cancellation,
      ...(repeatCashTransactionOid !== undefined && { repeatCashTransactionOid }),
      series,
    },
  };
}

/** Whether a series goes on of which nothing is pending, as may be on a restricted account. */
function isBetweenTwo({ series, transactions }: CashBook): boolean {
  const goesOn = series?.next !== undefined && !series.ended;
  return goesOn && [...transactions.values()].every(({ status }) => status !== 'PD');
}

/**
 * Cancels a pending transaction; with the series flag every pending one of its series, which then ends ([cash.cancel]). While none
 * is pending the series is ended by any of its transactions.
 */
export function cancelTransaction(
  { oid, input, problems = [], expectedRevision }: CancelTransaction,
  book: CashBook,
): Decision<CashEvent> {
  const transaction = book.transactions.get(oid);
  if (!transaction) return notFound();
  if (!isAsExpected(expectedRevision, transaction.revision)) return preconditionFailed();
  const reader = new CashReader(problems.map(asBadReason));
  const { cancelReasonCode: code, cancelSeriesFlag: flag } = input;
  if (reader.present('cancelReasonCode', code) && !isCode(CancelReasons, code)) {
    reader.problem('cancelReasonCode', CashRule.BadCancelReason);
  }
  const cancelReason = reader.words('cancelReason', input.cancelReason);
  const { repeatType, repeatCashTransactionOid } = transaction.details;
  const repeating = repeatType !== 'O' || repeatCashTransactionOid !== undefined;
  if (repeating && typeof flag !== 'boolean' && !reader.isWrong('cancelSeriesFlag')) {
    const message = 'Say whether the whole series is cancelled.';
    reader.problem('cancelSeriesFlag', CashRule.SeriesFlagMissing, message);
  }
  const wholeSeries = repeating && flag === true;
  const isPending = transaction.status === 'PD';
  if (!isPending && !(wholeSeries && isBetweenTwo(book))) {
    const message = `The status is ${transaction.status}; only a pending transaction is cancelled.`;
    reader.rule(CashRule.NotPending, message);
  }
  if (reader.problems.length > 0 || typeof code !== 'string' || !isCode(CancelReasons, code)) {
    return refuse(...reader.problems);
  }
  if (!isPending) return ended(book, 'request');
  const cancellation = {
    cancelReasonCode: code,
    ...(cancelReason !== undefined && { cancelReason }),
  };
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
}

/** Another transaction of a series that was cancelled as a whole; nothing when it is not pending any more. */
export function cancelWithSeries(
  { oid, cancellation }: CancelWithSeries,
  book: CashBook,
): Decision<CashEvent> {
  const transaction = book.transactions.get(oid);
  return transaction?.status === 'PD' ? [cancelled(book, transaction, cancellation, false)] : [];
}

/** Rejects what is pending on a bank link that is cancelled. */
export function rejectOnBankLink(
  { bankLinkOid }: RejectOnBankLink,
  book: CashBook,
): Decision<CashEvent> {
  const { series } = book;
  const hit = [...book.transactions.values()].filter(
    ({ status, details }) => status === 'PD' && bankLinkOf(details) === bankLinkOid,
  );
  const rejected = hit.map(({ oid }): CashEvent => ({
    type: 'cash.TransactionStatusChanged',
    data: { ...ofAccount(book), oid, status: 'RJ', cancelReason: BANK_LINK_CANCELLED },
  }));
  const onLink = series && bankLinkOf(series.definition) === bankLinkOid;
  return onLink ? [...rejected, ...ended(book, 'bankLink')] : rejected;
}

function ended(book: CashBook, cause: 'request' | 'bankLink'): readonly CashEvent[] {
  const { series } = book;
  if (!series || series.ended) return [];
  const { repeatCashTransactionOid } = series;
  return [
    {
      type: 'cash.SeriesEnded',
      data: { ...ofAccount(book), repeatCashTransactionOid, cause },
    },
  ];
}
