import {
  addYears,
  businessDate,
  conflict,
  decideBy,
  type Decider,
  type DecisionContext,
  defined,
  equalJson,
  FieldCode,
  fieldProblem,
  isAsExpected,
  isRefusal,
  type JsonForm,
  jsonForm,
  type LocalDate,
  Money,
  mustBe,
  notFound,
  omit,
  pathMismatch,
  pathMismatches,
  preconditionFailed,
  type Problem,
  refuse,
  requiredProblem,
  type RuleOf,
  yearOf,
} from '#libs/platform/kernel';
import {
  accountClass,
  type CashTransactionStatus,
  CashTransactionStatuses,
  type CashTransactionType,
  isAccountNumber,
} from '#libs/contexts/codes';
import {
  accountIn,
  BANK_LINK_CANCELLED,
  bankLinkOf,
  cancellationIn,
  type CancelTransaction,
  type CancelWithSeries,
  type CashBook,
  type CashCommand,
  type CashRule,
  cashRules,
  type CashTransaction,
  type CreateTransaction,
  detailsIn,
  emptyBook,
  evolve,
  NO_SUCH_BANK_LINK,
  occurrenceOid,
  type RejectPending,
  type ReportInput,
  type ReportTransaction,
  type ScheduleOccurrences,
  type Series,
  seriesOf,
} from './cash-state.js';
import type {
  AccountIdentity,
  Cancellation,
  CashDetails,
  CashEvent,
  SeriesEnd,
  TransactionCreated,
} from './cash.events.js';
import { digits, federalDueDate, occurrenceDate, repeatingIn } from './series.js';
import { WITHHELD, withheldOf, type Withholdings } from './withholding.js';

/** Limit for `processDate` (own rule). */
const YEARS_AHEAD = 10;

/** Mailed checks need no bank link, but may have one. */
const BY_MAIL: readonly CashTransactionType[] = ['CRW', 'COW'];

function processDateProblems(processDate: LocalDate, today: LocalDate): Problem[] {
  if (processDate >= today && processDate <= addYears(today, YEARS_AHEAD)) return [];
  const message = mustBe(`from ${today}, today in New York, to ${YEARS_AHEAD} years later`);
  return [cashRules.broken('cash.transaction.process.date.rule', message, 'processDate')];
}

type Ends = Pick<CashDetails, 'sourceId' | 'targetId' | 'sourceDescription' | 'targetDescription'>;

/** Source and target: one is the account in the path, the other a bank link of that account. */
function endsOf(problems: Problem[], { accountNumber, input, facts }: CreateTransaction): Ends {
  const deposit = input.transactionType === 'AHD';
  const [bankField, accountField] = deposit
    ? (['sourceId', 'targetId'] as const)
    : (['targetId', 'sourceId'] as const);
  if ((input[accountField] ?? accountNumber) !== accountNumber) {
    problems.push(pathMismatch(accountField));
  }
  const link = input[bankField];
  if (link !== undefined) problems.push(...bankLinkProblems(accountNumber, facts, bankField));
  const mailed = link === undefined && BY_MAIL.includes(input.transactionType);
  const bank = { id: link, text: mailed ? 'Check by mail' : facts.bankDescription };
  const own = { id: accountNumber, text: facts.accountDescription };
  const [source, target] = deposit ? [bank, own] : [own, bank];
  return defined({
    sourceId: source.id,
    targetId: target.id,
    sourceDescription: source.text,
    targetDescription: target.text,
  });
}

function bankLinkProblems(
  accountNumber: string,
  { bankLink: link, bankDescription }: CreateTransaction['facts'],
  field: string,
): Problem[] {
  const broken = (code: RuleOf<typeof cashRules>, message?: string): Problem[] => [
    cashRules.broken(code, message, field),
  ];
  if (link?.accountNumber !== accountNumber) {
    return broken('banklink.not.owned.by.account', NO_SUCH_BANK_LINK);
  }
  const deleted = 'cash.transaction.bank.link.deleted.rule';
  if (link.status === 'D') return broken(deleted, 'The bank link is cancelled.');
  if (!link.verified) return broken('cash.transaction.bank.link.unverified.rule');
  if (bankDescription !== undefined) return [];
  return broken(deleted, 'The data of the owner of the bank link has been erased.');
}

/** Withholding applies to withdrawals only and never exceeds the amount. */
function withholdingsIn(problems: Problem[], { input }: CreateTransaction): Withholdings {
  const { withholdings, dollars } = withheldOf(problems, input, input.amount);
  if (input.transactionType === 'AHD') {
    for (const field of ['fedWithholdType', 'stateWithholdType'] as const) {
      if ((input[field] ?? 'N') === 'N') continue;
      problems.push(
        fieldProblem(field, 'invalid.for.transaction.type', 'A deposit does not have it.'),
      );
    }
  }
  if (dollars.greaterThan(input.amount)) {
    const message = 'More is withheld than the amount.';
    problems.push(cashRules.broken('cash.transaction.withholding.rule', message, 'amount'));
  }
  return withholdings;
}

function isContributionYear(year: string, on: LocalDate): boolean {
  const current = yearOf(on);
  const previous = on <= federalDueDate(current) ? current - 1 : current;
  return Number(year) === current || Number(year) === previous;
}

/** IRA deposits require a year, IRA withdrawals a reason; neither is allowed elsewhere. */
function retirementIn(
  problems: Problem[],
  { input, facts: { accountType } }: CreateTransaction,
): Pick<CashDetails, 'iraContributionYear' | 'distributionReasonCode'> {
  const isIra = accountClass(accountType) === 'retirement';
  const deposit = input.transactionType === 'AHD';
  const [own, other] = deposit
    ? (['iraContributionYear', 'distributionReasonCode'] as const)
    : (['distributionReasonCode', 'iraContributionYear'] as const);
  const misplaced = isIra ? [other] : [own, other];
  for (const field of misplaced) {
    if (input[field] === undefined) continue;
    const code = isIra ? 'invalid.for.transaction.type' : FieldCode.OtherAccountType;
    problems.push(fieldProblem(field, code));
  }
  if (!isIra) return {};
  if (input[own] === undefined) {
    const when = deposit ? 'for a deposit into an IRA' : 'for a withdrawal from an IRA';
    problems.push(requiredProblem(own, when));
  }
  const { iraContributionYear: year, processDate } = input;
  if (deposit && year !== undefined && !isContributionYear(year, processDate)) {
    const message =
      'A deposit is for the year it is made in, until the federal due date in April for the year before.';
    const code = 'cash.transaction.ira.contribution.year.rule';
    problems.push(cashRules.broken(code, message, 'iraContributionYear'));
  }
  return { [own]: input[own] };
}

/** The service charges no fees itself; the back office reports any. */
const NO_FEES = '0.00';

/** Creates a transaction, or a series with its first transaction ([cash.create]). */
const createTransaction: CashRule<CreateTransaction> = (command, book, { now }) => {
  if (book.series || book.transactions.size > 0) return conflict('The id is in use.');
  const { accountNumber, oid, input, facts } = command;
  const { transactionType, processDate } = input;
  const problems = processDateProblems(processDate, businessDate(now));
  const repeating = repeatingIn(problems, input);
  const ends = endsOf(problems, command);
  const retirement = retirementIn(problems, command);
  const withholdings = withholdingsIn(problems, command);
  if (facts.restriction) problems.push(facts.restriction);
  if (problems.length > 0) return refuse(...problems);
  const { firmId, primaryAccountOwner: owner, owners, accountRegistration } = facts;
  const details: CashDetails = {
    transactionType,
    ...ends,
    ...(accountRegistration !== undefined && { accountRegistration }),
    amount: input.amount.toString(),
    accountFees: NO_FEES,
    processDate,
    ...repeating,
    ...retirement,
    ...withholdings,
    createDateTime: now,
  };
  const common = { firmId, ...accountIn({ accountNumber, owner, owners }) };
  if (details.repeatType === 'O') {
    return [{ type: 'cash.TransactionCreated', data: { oid, ...common, ...details } }];
  }
  const series = { repeatCashTransactionOid: oid, ...common, ...details };
  return [
    { type: 'cash.SeriesDefined', data: series },
    occurrence({ ...common, seriesOid: oid, definition: details }, 1, now),
  ];
};

/** Input to {@link occurrence}. */
interface OccurrenceSource extends AccountIdentity {
  readonly firmId: string;
  readonly seriesOid: string;
  readonly definition: CashDetails;
}

/**
 * Creates the nth transaction of a series; throws if the series ends before it. An IRA deposit too late for the contribution year
 * of the series counts for the year it is made in.
 */
function occurrence(
  { seriesOid, definition, ...common }: OccurrenceSource,
  number: number,
  now: string,
): TransactionCreated {
  const schedule = { ...definition, start: definition.processDate };
  const processDate = occurrenceDate(schedule, number);
  if (processDate === undefined) throw new Error(`series ${seriesOid} has no occurrence ${number}`);
  const next = occurrenceDate(schedule, number + 1);
  const year = definition.iraContributionYear;
  const isLate = year !== undefined && !isContributionYear(year, processDate);
  return {
    type: 'cash.TransactionCreated',
    data: {
      oid: occurrenceOid(seriesOid, number),
      ...common,
      ...definition,
      ...(isLate && { iraContributionYear: processDate.slice(0, 4) }),
      processDate,
      repeatCashTransactionOid: seriesOid,
      createDateTime: now,
      occurrence: { number, ...(next !== undefined && { next }) },
    },
  };
}

/** Limit per command; after a long downtime the next command continues. */
const MAX_AT_ONCE = 100;

function sourceOf(book: CashBook, series: Series): OccurrenceSource {
  const { repeatCashTransactionOid: seriesOid, definition } = series;
  return { firmId: book.firmId, seriesOid, definition, ...accountIn(book) };
}

/** Creates the next occurrence once the day of the newest has come, so that one is always pending. */
const schedule: CashRule<ScheduleOccurrences> = ({ today, obstacle }, book, { now }) => {
  const { series } = book;
  if (!series?.newest || series.ended) return [];
  const source = sourceOf(book, series);
  const events: CashEvent[] = [];
  let { number, processDate } = series.newest;
  let { next } = series;
  for (let count = 0; next !== undefined && processDate <= today && count < MAX_AT_ONCE; count++) {
    const created = occurrence(source, (number += 1), now);
    events.push(created);
    if (obstacle !== undefined) {
      const { oid } = created.data;
      const data = { oid, status: 'RJ', cancelReason: obstacle, ...accountIn(book) } as const;
      events.push({ type: 'cash.TransactionStatusChanged', data });
    }
    ({ processDate } = created.data);
    next = created.data.occurrence?.next;
  }
  return events;
};

/**
 * Adds the next occurrence if the newest left PD before its day, since a series is cancelled through a pending transaction. While
 * there is an obstacle, the next one waits for its day.
 */
function followed(
  events: readonly CashEvent[],
  book: CashBook,
  obstacle: string | undefined,
  { now }: DecisionContext,
): readonly CashEvent[] {
  const { series } = book;
  if (!series?.newest || obstacle !== undefined) return events;
  const { repeatCashTransactionOid, newest } = series;
  const oid = occurrenceOid(repeatCashTransactionOid, newest.number);
  const after = events.reduce(evolve, book);
  const hasLeft = (of: CashBook): boolean => of.transactions.get(oid)?.status !== 'PD';
  const active = after.series?.next !== undefined && !after.series.ended;
  return active && hasLeft(after) && !hasLeft(book)
    ? [...events, occurrence(sourceOf(book, series), newest.number + 1, now)]
    : events;
}

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
const cancelTransaction: CashRule<CancelTransaction> = ({ oid, input, expectedRevision }, book) => {
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
const cancelWithSeries: CashRule<CancelWithSeries> = ({ oid, cancellation }, book) => {
  const transaction = book.transactions.get(oid);
  return transaction?.status === 'PD' ? [cancelled(book, transaction, cancellation, false)] : [];
};

/** Rejects everything pending that relies on what is gone, and ends its series. */
const rejectPending: CashRule<RejectPending> = (command, book) => {
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

type Whole = { -readonly [K in keyof ReportInput]?: NonNullable<JsonForm<ReportInput[K]>> };

/** The field that holds the account: a deposit goes into it, anything else out of it. */
const accountFieldOf = (type: CashTransactionType | undefined) =>
  type === 'AHD' ? 'targetId' : 'sourceId';

/** Merges the body into the known transaction, or into the defaults of a new one. Cleared fields have no key, except the account. */
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
  };
  const fields = Object.entries(Object.assign({}, before, jsonForm(input)));
  const whole: Whole = Object.fromEntries(fields.filter(([, value]) => (value ?? '') !== ''));
  whole[accountFieldOf(whole.transactionType)] ??= accountNumber;
  return whole;
}

const COUNTS = ['repeatInterval', 'repeatOffset'] as const;

/** Counts start at 1. On a one-time transaction they mean nothing and may be 0. */
function countProblems(whole: Whole): Problem[] {
  if (whole.repeatType === 'O') return [];
  return COUNTS.filter((field) => Number(whole[field] ?? 1) < 1).map((field) =>
    fieldProblem(field, FieldCode.Value, mustBe('a whole number from 1 to 999999')),
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
const reportTransaction: CashRule<ReportTransaction> = (command, book, { now }) => {
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
    if (whole[field] === undefined) problems.push(requiredProblem(field, 'in the first report'));
  }
  const accountField = accountFieldOf(transactionType);
  if (transactionType && whole[accountField] !== accountNumber) {
    problems.push(pathMismatch(accountField));
  }
  const bankField = accountField === 'targetId' ? 'sourceId' : 'targetId';
  const bankId = input[bankField];
  if (transactionType && bankId && bankId !== accountNumber && isAccountNumber(bankId)) {
    problems.push(cashRules.broken('banklink.not.owned.by.account', NO_SUCH_BANK_LINK, bankField));
  }
  const { withholdings } = withheldOf(problems, whole, Money.of(amount ?? '0'));
  problems.push(...statusProblems(status, known));
  const isMore = !known || Money.of(amount ?? '0').greaterThan(Money.of(known.amount));
  if (isMore && facts.closed) problems.push(facts.closed);
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

/** Adds the next occurrence of a series if the outcome of the rule calls for one. */
function thenFollowed<C extends CancelTransaction | ReportTransaction>(
  rule: CashRule<C>,
): CashRule<C> {
  return (command, book, context) => {
    const decision = rule(command, book, context);
    const { obstacle } = command.facts;
    return isRefusal(decision) ? decision : followed(decision, book, obstacle, context);
  };
}

/**
 * Decider of a cash transaction or a series: stream `cashTransaction-{accountNumber}-{oid}`. Transactions have streams of their
 * own, so those of a busy account don't contend. Occurrences of a series share one, so that cancelling the series misses none.
 */
export const cash: Decider<CashBook, CashCommand, CashEvent> = {
  category: 'cashTransaction',
  initial: emptyBook,
  shortLived: true,
  evolve,

  decide: decideBy({
    CreateTransaction: createTransaction,
    CancelTransaction: thenFollowed(cancelTransaction),
    ReportTransaction: thenFollowed(reportTransaction),
    ScheduleOccurrences: schedule,
    RejectPending: rejectPending,
    CancelWithSeries: cancelWithSeries,
  }),
};
