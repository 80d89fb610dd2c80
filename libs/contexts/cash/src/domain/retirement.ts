import {
  accountClass,
  type AccountType,
  FieldCode,
  fieldProblem,
  type LocalDate,
  type Problem,
  yearOf,
} from '#libs/platform/kernel';
import type { CreateInput } from './cash.commands.js';
import type { CashDetails } from './cash.events.js';
import { cashRules } from './cash-rules.js';

/** Last day, month and day, on which money may still be contributed for the year before. */
const TAX_DAY = '-04-15';

/** Whether a contribution on a day may be for a year: that day's, and until 15 April the one before. */
export function isContributionYear(year: string, on: LocalDate): boolean {
  const current = yearOf(on);
  const previous = on <= `${on.slice(0, 4)}${TAX_DAY}` ? current - 1 : current;
  return Number(year) === current || Number(year) === previous;
}

/** The fields that only transactions of an IRA have. */
export type Retirement = Pick<CashDetails, 'iraContributionYear' | 'distributionReasonCode'>;

/** The year of an IRA deposit and the reason of an IRA withdrawal: required there, and nowhere else allowed. */
export function retirementIn(
  problems: Problem[],
  input: CreateInput,
  accountType: AccountType,
): Retirement {
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
    const message = 'A deposit is for the year it is made in, until 15 April for the year before.';
    const code = 'cash.transaction.ira.contribution.year.rule';
    problems.push(cashRules.broken(code, message, 'iraContributionYear'));
  }
  return { [own]: input[own] };
}
