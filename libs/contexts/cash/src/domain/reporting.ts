import {
  businessDate,
  type CashTransactionStatus,
  CashTransactionStatuses,
  CashTransactionTypes,
  type Decision,
  type DecisionContext,
  equalJson,
  FieldCode,
  IN_THE_FUTURE,
  isAhead,
  isAsExpected,
  isTimestamp,
  type Money,
  notFound,
  pathMismatch,
  preconditionFailed,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import type { ReportInput, ReportTransaction, Sent } from './cash.commands.js';
import { type Cancellation, type CashDetails, type CashEvent, ofAccount } from './cash.events.js';
import { seriesOf } from './cash-id.js';
import { CashReader, readWithholding } from './cash-reader.js';
import { CashRule } from './cash.rules.js';
import { type CashBook, type CashTransaction } from './cash.state.js';
import { CancelReasons, DistributionReasons, EndDateChoices, RepeatTypes } from './codes.js';

const MAX_OID = 64;
const MAX_COUNT = 999_999;

/** The whole transaction the body stands for: what is left out is as it was, or as a new one has it. */
function completed(
  { input, accountNumber }: ReportTransaction,
  known: CashTransaction | undefined,
  now: string,
): ReportInput {
  const before: ReportInput = known
    ? { ...known.details, ...known.cancellation, status: known.status }
    : {
        accountFees: '0.00',
        repeatType: 'O',
        processDate: businessDate(now),
        createDateTime: now,
        status: 'PD',
        [input.transactionType === 'AHD' ? 'targetId' : 'sourceId']: accountNumber,
      };
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...Object.entries(before), ...sent]);
}

/** The details, undefined values left out; undefined when there are problems. */
function readDetails(
  reader: CashReader,
  input: ReportInput,
  accountNumber: string,
  now: Timestamp,
): CashDetails | undefined {
  const { transactionType: sentType } = input;
  const transactionType = reader.requiredCode(CashTransactionTypes, 'transactionType', sentType);
  reader.present('amount', input.amount);
  const amount = reader.dollars('amount', input.amount);
  if (amount?.isPositive() === false) reader.problem('amount', FieldCode.Value, 'above 0');
  reader.present('processDate', input.processDate);
  const processDate = reader.date('processDate', input.processDate);
  const accountField = transactionType === 'AHD' ? 'targetId' : 'sourceId';
  if (transactionType && typeof input[accountField] === 'string') {
    if (input[accountField] !== accountNumber) reader.problems.push(pathMismatch(accountField));
  }
  const optional = readOptional(reader, input, amount);
  const accountFees = reader.dollars('accountFees', input.accountFees)?.toString() ?? '0.00';
  const repeatType = reader.code(RepeatTypes, 'repeatType', input.repeatType ?? 'O');
  const createDateTime = readTime(reader, input.createDateTime, now);
  if (!transactionType || !amount || !processDate || !repeatType || !createDateTime) {
    return undefined;
  }
  return {
    transactionType,
    amount: amount.toString(),
    accountFees,
    repeatType,
    processDate,
    createDateTime,
    ...optional,
  };
}

/** What a transaction may say and need not. */
function readOptional(
  reader: CashReader,
  input: ReportInput,
  amount: Money | undefined,
): Partial<CashDetails> {
  const text = (field: keyof ReportInput, most?: number): string | undefined =>
    reader.words(field, input[field], most);
  const count = (
    field: 'repeatInterval' | 'repeatOffset' | 'iraContributionYear',
    least: number,
    most: number,
  ): string | undefined => reader.count(field, input[field], least, most);
  const { repeatType, distributionReasonCode: reason } = input;
  // a one-time transaction may say 0 of what only the others count
  const leastCount = (repeatType ?? 'O') === 'O' ? 0 : 1;
  const fed = readWithholding(reader, 'fed', input, amount);
  const state = readWithholding(reader, 'state', input, amount);
  return told({
    sourceId: text('sourceId', MAX_OID),
    targetId: text('targetId', MAX_OID),
    sourceDescription: text('sourceDescription'),
    targetDescription: text('targetDescription'),
    accountRegistration: text('accountRegistration'),
    repeatInterval: count('repeatInterval', leastCount, MAX_COUNT),
    repeatOffset: count('repeatOffset', leastCount, MAX_COUNT),
    endDate: reader.date('endDate', input.endDate),
    endDateChoice: reader.code(EndDateChoices, 'endDateChoice', input.endDateChoice),
    iraContributionYear: count('iraContributionYear', 1_000, 9_999),
    distributionReasonCode: reader.code(DistributionReasons, 'distributionReasonCode', reason),
    fedWithholdType: fed.type,
    fedWithholdAmount: fed.amount,
    stateWithholdType: state.type,
    stateWithholdAmount: state.amount,
    repeatCashTransactionOid: text('repeatCashTransactionOid', MAX_OID),
  });
}

function readTime(reader: CashReader, value: Sent, now: Timestamp): string | undefined {
  if (!reader.present('createDateTime', value)) return undefined;
  if (!isTimestamp(value)) reader.problem('createDateTime', FieldCode.Date);
  else if (isAhead(value, now)) reader.problem('createDateTime', FieldCode.Date, IN_THE_FUTURE);
  else return value;
  return undefined;
}

type Told<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** What was told of; nothing else has a key. */
function told<T extends object>(object: T): Told<T> {
  const entries = Object.entries(object).filter(([, value]) => (value ?? undefined) !== undefined);
  return Object.fromEntries(entries) as Told<T>;
}

function readStatus(
  reader: CashReader,
  status: Sent,
  known: CashTransaction | undefined,
): CashTransactionStatus | null {
  const next = reader.requiredCode(CashTransactionStatuses, 'status', status);
  if (next === null || !known || next === known.status) return next;
  const allowed: readonly string[] = CashTransactionStatuses[known.status].next;
  if (!allowed.includes(next)) {
    const message = `A transaction at ${known.status} does not become ${next}.`;
    reader.rule(CashRule.Status, message, 'status');
  }
  return next;
}

/** A report of the back office: a new transaction at any status, or changes that follow the transitions ([cash.status], [back-office.cashtransactions]). */
export function reportTransaction(
  command: ReportTransaction,
  book: CashBook,
  { now }: DecisionContext,
): Decision<CashEvent> {
  const { accountNumber, oid, input, account, expectedRevision } = command;
  if (!account) return notFound();
  const known = book.transactions.get(oid);
  if (!isAsExpected(expectedRevision, known?.revision)) return preconditionFailed();
  const reader = new CashReader(command.problems);
  reader.matches('oid', input.oid, oid);
  if (!known && (book.series || seriesOf(oid) !== undefined)) {
    reader.problem('oid', FieldCode.Value, 'Ids of this form are given here.');
  }
  const whole = completed(command, known, now);
  const details = readDetails(reader, whole, accountNumber, now);
  const status = readStatus(reader, whole.status, known);
  const cancelReasonCode = reader.code(CancelReasons, 'cancelReasonCode', whole.cancelReasonCode);
  const cancelReason = reader.words('cancelReason', whole.cancelReason);
  const cancellation: Cancellation = told({ cancelReasonCode, cancelReason });
  if (reader.problems.length > 0 || !details || !status) return refuse(...reader.problems);

  const { firmId, primaryAccountOwner: owner, owners } = account;
  const identity = { oid, ...ofAccount({ accountNumber, owner, owners }) };
  if (!known) {
    const data = { firmId, status, ...identity, ...details, ...cancellation };
    return [{ type: 'cash.TransactionReported', data }];
  }
  const events: CashEvent[] = [];
  if (!equalJson(details, known.details)) {
    events.push({ type: 'cash.TransactionChanged', data: { ...identity, ...details } });
  }
  if (status !== known.status || !equalJson(cancellation, known.cancellation)) {
    const data = { ...identity, status, ...cancellation };
    events.push({ type: 'cash.TransactionStatusChanged', data });
  }
  return events;
}
