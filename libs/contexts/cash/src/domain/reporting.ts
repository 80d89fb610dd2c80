import {
  businessDate,
  type CashTransactionStatus,
  CashTransactionStatuses,
  equalJson,
  FieldCode,
  fieldProblem,
  isAsExpected,
  type JsonForm,
  jsonForm,
  Money,
  omit,
  pathMismatch,
  pathMismatches,
  preconditionFailed,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import type { ReportInput, ReportTransaction } from './cash.commands.js';
import { type CashDetails, type CashEvent, accountIn } from './cash.events.js';
import { seriesOf } from './cash-id.js';
import { BANK_LINK_CANCELLED, cashRules, NO_SUCH_BANK_LINK } from './cash-rules.js';
import {
  bankLinkOf,
  cancellationIn,
  type CashRule,
  type CashTransaction,
  detailsIn,
} from './cash.state.js';
import { digits } from './repeating.js';
import { WITHHELD, withheldOf } from './withholding.js';

type Whole = { -readonly [K in keyof ReportInput]?: NonNullable<JsonForm<ReportInput[K]>> };

/** Merges the body into the known transaction, or into the defaults of a new one. Cleared fields have no key. */
function completed(
  { input, accountNumber }: ReportTransaction,
  known: CashTransaction | undefined,
  now: string,
): Whole {
  const before = known ?? {
    accountFees: '0.00',
    repeatType: 'O',
    processDate: businessDate(now),
    createDateTime: now,
    status: 'PD',
    [input.transactionType === 'AHD' ? 'targetId' : 'sourceId']: accountNumber,
  };
  const whole = Object.entries(Object.assign({}, before, jsonForm(input)));
  return Object.fromEntries(whole.filter(([, value]) => (value ?? '') !== ''));
}

const COUNTS = ['repeatInterval', 'repeatOffset'] as const;

/** Counts start at 1. On a one-time transaction they mean nothing and may be 0. */
function countProblems(whole: Whole): Problem[] {
  if (whole.repeatType === 'O') return [];
  return COUNTS.filter((field) => Number(whole[field] ?? 1) < 1).map((field) =>
    fieldProblem(field, FieldCode.Value, 'a whole number from 1 to 999999'),
  );
}

function statusProblems(status: Whole['status'], known: CashTransaction | undefined): Problem[] {
  if (status === undefined || !known || status === known.status) return [];
  const allowed: readonly string[] = CashTransactionStatuses[known.status].next;
  if (allowed.includes(status)) return [];
  const message = `A transaction at ${known.status} can't become ${status}.`;
  return [cashRules.broken('cash.transaction.status.rule', message, 'status')];
}

const UNDER_WAY: readonly CashTransactionStatus[] = ['PD', 'PR'];

/** A report names no bank link of another account. Nothing comes under way on a cancelled one; what was so before goes on. */
function linkProblems(
  { accountNumber, input, facts: { bankLink: link } }: ReportTransaction,
  known: CashTransaction | undefined,
  status: CashTransactionStatus,
): Problem[] {
  if (link === undefined) return [];
  if (link.accountNumber !== accountNumber) {
    const field = input.sourceId === link.oid ? 'sourceId' : 'targetId';
    return [cashRules.broken('banklink.not.owned.by.account', NO_SUCH_BANK_LINK, field)];
  }
  if (link.status !== 'D') return [];
  if (!UNDER_WAY.includes(status) || (known && bankLinkOf(known) === link.oid)) return [];
  return [cashRules.broken('cash.transaction.bank.link.deleted.rule', BANK_LINK_CANCELLED)];
}

/** A report: a new transaction at any status, or allowed changes to one ([cash.status], [back-office.cashtransactions]). */
export const reportTransaction: CashRule<ReportTransaction> = (command, book, { now }) => {
  const { accountNumber, oid, input, facts, expectedRevision } = command;
  const known = book.transactions.get(oid);
  if (!isAsExpected(expectedRevision, known?.revision)) return preconditionFailed();
  const whole = completed(command, known, now);
  const { transactionType, amount, status = 'PD' } = whole;
  const problems = [...pathMismatches({ oid }, input), ...countProblems(whole)];
  if (!known && (book.series || seriesOf(oid) !== undefined)) {
    problems.push(fieldProblem('oid', FieldCode.Value, 'Ids of this form are reserved.'));
  }
  for (const field of ['transactionType', 'amount'] as const) {
    if (whole[field] === undefined) problems.push(fieldProblem(field, FieldCode.Required));
  }
  const accountField = transactionType === 'AHD' ? 'targetId' : 'sourceId';
  if (transactionType && (whole[accountField] ?? accountNumber) !== accountNumber) {
    problems.push(pathMismatch(accountField));
  }
  const { withholdings } = withheldOf(problems, whole, Money.of(amount ?? '0'));
  problems.push(...statusProblems(status, known));
  if (!known && facts.closed) problems.push(facts.closed);
  problems.push(...linkProblems(command, known, status));
  if (problems.length > 0) return refuse(...problems);
  for (const field of COUNTS) if (whole[field] !== undefined) whole[field] = digits(whole[field]);
  const kept = omit(detailsIn(whole as CashDetails), ...WITHHELD);
  // object literals that go on after a leading spread get a new hidden class each time
  const details = Object.assign(kept, withholdings);
  const cancellation = cancellationIn(whole);

  const { firmId, primaryAccountOwner: owner, owners } = facts;
  const identity = accountIn({ accountNumber, owner, owners });
  if (!known) {
    const data = { oid, firmId, status, ...identity, ...details, ...cancellation };
    return [{ type: 'cash.TransactionReported', data }];
  }
  const events: CashEvent[] = [];
  if (!equalJson(details, detailsIn(known))) {
    events.push({ type: 'cash.TransactionChanged', data: { oid, ...identity, ...details } });
  }
  if (status !== known.status || !equalJson(cancellation, cancellationIn(known))) {
    const data = { oid, status, ...identity, ...cancellation };
    events.push({ type: 'cash.TransactionStatusChanged', data });
  }
  return events;
};
