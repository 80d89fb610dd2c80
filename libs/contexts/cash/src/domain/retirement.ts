import {
  accountClass,
  type AccountType,
  type CashTransactionType,
  FieldCode,
  type LocalDate,
  yearOf,
} from '#libs/platform/kernel';
import type { CreateInput } from './cash.commands.js';
import type { CashDetails } from './cash.events.js';
import type { CashReader } from './cash-reader.js';
import { CashRule } from './cash.rules.js';
import { DistributionReasons } from './codes.js';

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

/** Reads the year of an IRA deposit and the reason of an IRA withdrawal: required there, and nowhere else allowed. */
export function readRetirement(
  reader: CashReader,
  input: CreateInput,
  type: CashTransactionType | undefined,
  accountType: AccountType,
  processDate: LocalDate | undefined,
): Retirement {
  const { iraContributionYear: year, distributionReasonCode: reason } = input;
  const isIra = accountClass(accountType) === 'retirement';
  const deposit = type === 'AHD';
  const reasonCode = reader.code(DistributionReasons, 'distributionReasonCode', reason);
  const fourDigits = typeof year === 'string' && /^[1-9]\d{3}$/.test(year);
  if (typeof year === 'string' && !fourDigits) {
    reader.problem('iraContributionYear', FieldCode.Value, 'a year');
  }
  if (type === undefined) return {};
  const misplaced = (field: string, belongs: boolean): void => {
    const code = isIra ? CashRule.OtherTransactionType : FieldCode.OtherAccountType;
    if (!belongs) reader.problem(field, code);
  };
  if (typeof year === 'string') misplaced('iraContributionYear', isIra && deposit);
  if (typeof reason === 'string') misplaced('distributionReasonCode', isIra && !deposit);
  if (!isIra) return {};
  if (!deposit) {
    reader.present('distributionReasonCode', reason);
    return reasonCode === null ? {} : { distributionReasonCode: reasonCode };
  }
  if (!reader.present('iraContributionYear', year) || !fourDigits) return {};
  if (processDate !== undefined && !isContributionYear(year, processDate)) {
    const message = 'A deposit is for the year it is made in, until 15 April for the year before.';
    reader.rule(CashRule.ContributionYear, message, 'iraContributionYear');
  }
  return { iraContributionYear: year };
}
