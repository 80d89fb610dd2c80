import {
  accountClass,
  addYears,
  businessDate,
  type CashTransactionType,
  conflict,
  defined,
  FieldCode,
  fieldProblem,
  type LocalDate,
  pathMismatch,
  type Problem,
  refuse,
  type RuleOf,
  yearOf,
} from '#libs/platform/kernel';
import type { CreateTransaction } from './cash.commands.js';
import {
  type CashDetails,
  type AccountIdentity,
  accountIn,
  type TransactionCreated,
} from './cash.events.js';
import { occurrenceOid } from './cash-id.js';
import { cashRules } from './cash-rules.js';
import type { CashRule } from './cash.state.js';
import { repeatingIn } from './repeating.js';
import { federalDueDate, occurrenceDate } from './schedule.js';
import { withheldOf, type Withholdings } from './withholding.js';

/** Limit for `processDate` (own rule). */
const YEARS_AHEAD = 10;

/** Mailed checks need no bank link, but may have one. */
const BY_MAIL: readonly CashTransactionType[] = ['CRW', 'COW'];

function processDateProblems(processDate: LocalDate, today: LocalDate): Problem[] {
  if (processDate >= today && processDate <= addYears(today, YEARS_AHEAD)) return [];
  const message = `from ${today}, today in New York, to ${YEARS_AHEAD} years later`;
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
    return broken('banklink.not.owned.by.account', 'The account has no bank link of this id.');
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
      problems.push(fieldProblem(field, 'invalid.for.transaction.type', 'Not on a deposit.'));
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
  if (input[own] === undefined) problems.push(fieldProblem(own, FieldCode.Required));
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
export const createTransaction: CashRule<CreateTransaction> = (command, book, { now }) => {
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
export interface OccurrenceSource extends AccountIdentity {
  readonly firmId: string;
  readonly seriesOid: string;
  readonly definition: CashDetails;
}

/**
 * Creates the nth transaction of a series; throws if the series ends before it. An IRA deposit too late for the contribution year
 * of the series counts for the year it is made in.
 */
export function occurrence(
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
