import {
  addYears,
  businessDate,
  type CashTransactionType,
  conflict,
  type Decision,
  type DecisionContext,
  fieldProblem,
  type LocalDate,
  pathMismatch,
  type Problem,
  refuse,
  type RuleOf,
} from '#libs/platform/kernel';
import type { CreateTransaction } from './cash.commands.js';
import {
  type CashDetails,
  type CashEvent,
  type OfAccount,
  ofAccount,
  type TransactionCreated,
} from './cash.events.js';
import { occurrenceOid } from './cash-id.js';
import { cashRules } from './cash-rules.js';
import { type CashBook } from './cash.state.js';
import { repeatingIn } from './repeating.js';
import { isContributionYear, retirementIn } from './retirement.js';
import { occurrenceDate } from './schedule.js';
import { type Withholdings, withheldOf } from './withholding.js';

/** How far ahead, in years, a transaction may be asked for (own). */
const YEARS_AHEAD = 10;

/** Checks sent in the mail need no bank link; with one they are still tied to it. */
const BY_MAIL: readonly CashTransactionType[] = ['CRW', 'COW'];

function processDateProblems(processDate: LocalDate, today: LocalDate): Problem[] {
  if (processDate >= today && processDate <= addYears(today, YEARS_AHEAD)) return [];
  const message = `from ${today}, today in New York, to ${YEARS_AHEAD} years later`;
  return [cashRules.broken('cash.transaction.process.date.rule', message, 'processDate')];
}

type Ends = Pick<CashDetails, 'sourceId' | 'targetId' | 'sourceDescription' | 'targetDescription'>;

/** Both ends: one is the account of the path, the other a bank link the account owns. */
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
  const bankText = mailed ? 'Check by mail' : facts.bankDescription;
  const ends = [
    { id: link, text: bankText },
    { id: accountNumber, text: facts.accountDescription },
  ] as const;
  const [source, target] = deposit ? ends : ([ends[1], ends[0]] as const);
  return {
    ...(source.id !== undefined && { sourceId: source.id }),
    ...(target.id !== undefined && { targetId: target.id }),
    ...(source.text !== undefined && { sourceDescription: source.text }),
    ...(target.text !== undefined && { targetDescription: target.text }),
  };
}

/** Why no money may be moved over a bank link of an account. */
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
  return broken(deleted, 'The data of the owner of the bank link have been erased.');
}

/** What is withheld for taxes: of withdrawals only, and together never more than the amount. */
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

/** Fees the service itself takes for a transaction; the back office reports others. */
const NO_FEES = '0.00';

/** A new transaction, or a series and the first of its transactions ([cash.create]). */
export function createTransaction(
  command: CreateTransaction,
  book: CashBook,
  { now }: DecisionContext,
): Decision<CashEvent> {
  if (book.series || book.transactions.size > 0) return conflict('The id is in use.');
  const { accountNumber, oid, input, facts } = command;
  const { transactionType, processDate } = input;
  const problems = processDateProblems(processDate, businessDate(now));
  const repeating = repeatingIn(problems, input);
  const ends = endsOf(problems, command);
  const retirement = retirementIn(problems, input, facts.accountType);
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
  const common = { ...ofAccount({ accountNumber, owner, owners }), firmId };
  if (details.repeatType === 'O') {
    return [{ type: 'cash.TransactionCreated', data: { ...common, oid, ...details } }];
  }
  const series = { ...common, repeatCashTransactionOid: oid, ...details };
  return [
    { type: 'cash.SeriesDefined', data: series },
    occurrence({ ...common, seriesOid: oid, definition: details }, 1, now),
  ];
}

/** What an occurrence is made from. */
export interface OccurrenceSource extends OfAccount {
  readonly firmId: string;
  readonly seriesOid: string;
  readonly definition: CashDetails;
}

/**
 * The nth transaction of a series. Throws when the series has no nth one. A deposit that comes too late for the year the series
 * was begun for counts for the year it is made in.
 */
export function occurrence(
  { seriesOid, definition, ...common }: OccurrenceSource,
  number: number,
  now: string,
): TransactionCreated {
  const schedule = { ...definition, start: definition.processDate };
  const processDate = occurrenceDate(schedule, number);
  if (processDate === undefined) throw new Error('the series has ended');
  const next = occurrenceDate(schedule, number + 1);
  const year = definition.iraContributionYear;
  const late =
    year !== undefined && !isContributionYear(year, processDate)
      ? { iraContributionYear: processDate.slice(0, 4) }
      : {};
  return {
    type: 'cash.TransactionCreated',
    data: {
      ...common,
      oid: occurrenceOid(seriesOid, number),
      ...definition,
      ...late,
      processDate,
      repeatCashTransactionOid: seriesOid,
      createDateTime: now,
      occurrence: { number, ...(next !== undefined && { next }) },
    },
  };
}
