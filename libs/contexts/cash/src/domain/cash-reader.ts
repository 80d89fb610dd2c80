import {
  type CashTransactionType,
  CashTransactionTypes,
  FieldCode,
  fieldProblem,
  isCode,
  isLocalDate,
  isPrintable,
  lengthOf,
  type LocalDate,
  Money,
  Percent,
  type Problem,
} from '#libs/platform/kernel';
import type { CashInput, Sent } from './cash.commands.js';
import { CashRule } from './cash.rules.js';
import { type WithholdingType, WithholdingTypes } from './codes.js';

/** Longest description or reason, in characters (own). */
export const MAX_TEXT = 255;

/**
 * Reads fields of the wire into canonical form and notes what is wrong with them. What can't be read reads as undefined;
 * the caller builds nothing from it when there are problems.
 */
export class CashReader {
  readonly problems: Problem[];
  readonly #named: ReadonlySet<string | undefined>;

  /** @param known what reading the body found wrong; a field named there is not missed */
  constructor(known: readonly Problem[] = []) {
    this.problems = [...known];
    this.#named = new Set(known.map(({ field }) => field));
  }

  problem(field: string, errorCode: string, message?: string): void {
    this.problems.push(fieldProblem(field, errorCode, message));
  }

  /** Whether something is wrong with one of the fields: nothing follows from them then. */
  isWrong(...fields: readonly string[]): boolean {
    return this.problems.some(({ field }) => field !== undefined && fields.includes(field));
  }

  /** Notes a missing value. */
  required(field: string, value: Sent): value is string {
    if (value !== undefined && value !== null) return true;
    if (!this.#named.has(field)) this.problem(field, FieldCode.Required);
    return false;
  }

  code<T extends object>(table: T, field: string, value: Sent): (keyof T & string) | undefined {
    if (value === undefined || value === null) return undefined;
    if (isCode(table, value)) return value;
    this.problem(field, FieldCode.Choice);
    return undefined;
  }

  text(field: string, value: Sent, most = MAX_TEXT): string | undefined {
    const text = value?.trim() ?? '';
    if (text === '') return undefined;
    if (!isPrintable(text)) this.problem(field, FieldCode.Value);
    else if (lengthOf(text) > most) this.problem(field, FieldCode.Length, `at most ${most}`);
    return text;
  }

  date(field: string, value: Sent): LocalDate | undefined {
    if (value === undefined || value === null) return undefined;
    if (isLocalDate(value)) return value;
    this.problem(field, FieldCode.Date, 'yyyy-MM-dd');
    return undefined;
  }

  /** Dollars with at most two decimals, not negative. */
  money(field: string, value: Sent): Money | undefined {
    if (value === undefined || value === null) return undefined;
    const money = Money.parse(value);
    if (money === undefined) this.problem(field, FieldCode.Value, 'dollars, two decimals at most');
    return money;
  }

  /** A whole number from `min` to `max`, as digits without leading zeros. */
  count(field: string, value: Sent, min: number, max: number): string | undefined {
    if (value === undefined || value === null) return undefined;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return String(number);
    this.problem(field, FieldCode.Value, `a whole number from ${min} to ${max}`);
    return undefined;
  }
}

/** `transactionType` and `amount`, which every transaction has. */
export function readWhat(
  reader: CashReader,
  { transactionType, amount }: CashInput,
): { readonly type: CashTransactionType | undefined; readonly amount: Money | undefined } {
  const typeGiven = reader.required('transactionType', transactionType);
  const amountGiven = reader.required('amount', amount);
  const money = amountGiven ? reader.money('amount', amount) : undefined;
  if (money?.isPositive() === false) reader.problem('amount', FieldCode.Value, 'above 0');
  return {
    type: typeGiven
      ? reader.code(CashTransactionTypes, 'transactionType', transactionType)
      : undefined,
    amount: money,
  };
}

/** One kind of withholding: type and amount, both absent for none said. */
export interface Withholding {
  readonly type?: WithholdingType;
  readonly amount?: string;
  /** What is held back of an amount, in dollars. */
  readonly dollars: Money;
}

/** Reads `fedWithhold…` or `stateWithhold…` (specification, "Cash transaction"): percent 0 to 100, dollars, or none. */
export function readWithholding(
  reader: CashReader,
  kind: 'fed' | 'state',
  input: CashInput,
  total: Money | undefined,
): Withholding {
  const [typeField, amountField] = [`${kind}WithholdType`, `${kind}WithholdAmount`] as const;
  const sent = input[amountField];
  const type = reader.code(WithholdingTypes, typeField, input[typeField]);
  const none = { dollars: Money.zero };
  if (type === undefined) {
    if (typeof sent === 'string' && input[typeField] == null) reader.required(typeField, undefined);
    return none;
  }
  if (type === 'N') {
    if (typeof sent === 'string' && reader.money(amountField, sent)?.isZero() === false) {
      reader.problem(amountField, CashRule.Withholding, 'Type N withholds nothing.');
    }
    return { ...none, type };
  }
  if (!reader.required(amountField, sent)) return { ...none, type };
  if (type === 'D') {
    const dollars = reader.money(amountField, sent);
    return dollars ? { type, amount: dollars.toString(), dollars } : { ...none, type };
  }
  const percent = Percent.parse(sent, 2);
  if (percent === undefined) {
    reader.problem(amountField, FieldCode.Value, 'percent from 0 to 100, two decimals at most');
    return { ...none, type };
  }
  const dollars = total?.percent(percent) ?? Money.zero;
  return { type, amount: percent.toString(2), dollars };
}
