import {
  addYears,
  businessDate,
  type CashTransactionType,
  conflict,
  type Decision,
  type DecisionContext,
  type LocalDate,
  type Money,
  pathMismatch,
  refuse,
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
import { CashReader, readWhat, readWithholding } from './cash-reader.js';
import { CashRule } from './cash.rules.js';
import { type CashBook } from './cash.state.js';
import { readRepeating } from './repeating.js';
import { isContributionYear, readRetirement } from './retirement.js';
import { occurrenceDate } from './schedule.js';

/** How far ahead, in years, a transaction may be asked for (own). */
const YEARS_AHEAD = 10;

/** Checks sent in the mail need no bank link; with one they are still tied to it. */
const BY_MAIL: readonly CashTransactionType[] = ['CRW', 'COW'];

function readProcessDate(
  reader: CashReader,
  { input }: CreateTransaction,
  today: LocalDate,
): LocalDate | undefined {
  reader.present('processDate', input.processDate);
  const date = reader.date('processDate', input.processDate);
  if (date === null) return undefined;
  if (date < today || date > addYears(today, YEARS_AHEAD)) {
    const message = `from ${today}, today in New York, to ${YEARS_AHEAD} years later`;
    reader.rule(CashRule.ProcessDate, message, 'processDate');
  }
  return date;
}

type Ends = Pick<CashDetails, 'sourceId' | 'targetId' | 'sourceDescription' | 'targetDescription'>;

/** Reads both ends: one is the account of the path, the other a bank link the account owns. */
function readEnds(
  reader: CashReader,
  { accountNumber, input, facts }: CreateTransaction,
  type: CashTransactionType | undefined,
): Ends {
  if (type === undefined) return {};
  const deposit = type === 'AHD';
  const [bankField, accountField] = deposit
    ? (['sourceId', 'targetId'] as const)
    : (['targetId', 'sourceId'] as const);
  const account = input[accountField];
  if (typeof account === 'string' && account !== accountNumber) {
    reader.problems.push(pathMismatch(accountField));
  }
  const link = input[bankField] ?? undefined;
  const mailed = BY_MAIL.includes(type);
  if (!mailed) reader.present(bankField, link);
  const obstacle = link === undefined ? undefined : bankLinkObstacle(accountNumber, facts);
  if (obstacle) reader.rule(...obstacle, bankField);
  const bankText = link === undefined && mailed ? 'Check by mail' : facts.bankDescription;
  const [source, target] = deposit
    ? ([link, accountNumber] as const)
    : ([accountNumber, link] as const);
  const [sourceText, targetText] = deposit
    ? [bankText, facts.accountDescription]
    : [facts.accountDescription, bankText];
  return {
    ...(source !== undefined && { sourceId: source }),
    ...(target !== undefined && { targetId: target }),
    ...(sourceText !== undefined && { sourceDescription: sourceText }),
    ...(targetText !== undefined && { targetDescription: targetText }),
  };
}

/** Why no money may be moved over a bank link of an account: the rule, and what it says. */
function bankLinkObstacle(
  accountNumber: string,
  { bankLink: link, bankDescription }: CreateTransaction['facts'],
): readonly [code: string, message: string] | undefined {
  if (link?.accountNumber !== accountNumber) {
    return [CashRule.BankLinkNotOwned, 'The account has no bank link of this id.'];
  }
  if (link.status === 'D') return [CashRule.BankLinkDeleted, 'The bank link is cancelled.'];
  if (!link.verified) return [CashRule.BankLinkUnverified, 'The bank link is not verified yet.'];
  if (bankDescription === undefined) {
    return [CashRule.BankLinkDeleted, 'The data of the owner of the bank link have been erased.'];
  }
  return undefined;
}

type Withholdings = Pick<
  CashDetails,
  'fedWithholdType' | 'fedWithholdAmount' | 'stateWithholdType' | 'stateWithholdAmount'
>;

/** Reads what is withheld for taxes: of withdrawals only, and together never more than the amount. */
function readWithholdings(
  reader: CashReader,
  { input }: CreateTransaction,
  type: CashTransactionType | undefined,
  amount: Money | undefined,
): Withholdings {
  const fed = readWithholding(reader, 'fed', input, amount);
  const state = readWithholding(reader, 'state', input, amount);
  if (type === 'AHD') {
    for (const [kind, withheld] of [
      ['fed', fed],
      ['state', state],
    ] as const) {
      if (withheld.type === 'P' || withheld.type === 'D') {
        reader.problem(`${kind}WithholdType`, CashRule.OtherTransactionType, 'Not on a deposit.');
      }
    }
  }
  if (amount?.isPositive() && fed.dollars.plus(state.dollars).greaterThan(amount)) {
    const message = 'More is withheld than the amount.';
    reader.rule(CashRule.Withholding, message, 'amount');
  }
  return {
    ...(fed.type !== undefined && { fedWithholdType: fed.type }),
    ...(fed.amount !== undefined && { fedWithholdAmount: fed.amount }),
    ...(state.type !== undefined && { stateWithholdType: state.type }),
    ...(state.amount !== undefined && { stateWithholdAmount: state.amount }),
  };
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
  const reader = new CashReader(command.problems);
  const { type, amount } = readWhat(reader, input);
  const processDate = readProcessDate(reader, command, businessDate(now));
  const repeating = readRepeating(reader, input, processDate);
  const ends = readEnds(reader, command, type);
  const retirement = readRetirement(reader, input, type, facts.accountType, processDate);
  const withholdings = readWithholdings(reader, command, type, amount);
  if (facts.restriction) reader.problems.push(facts.restriction);
  if (reader.problems.length > 0 || !type || !amount || !processDate || !repeating) {
    return refuse(...reader.problems);
  }
  const { firmId, primaryAccountOwner: owner, owners, accountRegistration } = facts;
  const details: CashDetails = {
    transactionType: type,
    ...ends,
    ...(accountRegistration !== undefined && { accountRegistration }),
    amount: amount.toString(),
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
