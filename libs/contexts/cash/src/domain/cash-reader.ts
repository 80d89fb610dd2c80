import {
  type CashTransactionType,
  CashTransactionTypes,
  FieldCode,
  InputReader,
  isPrintable,
  lengthOf,
  Money,
  Percent,
} from '#libs/platform/kernel';
import type { CashInput, Sent } from './cash.commands.js';
import { CashRule } from './cash.rules.js';
import { type WithholdingType, WithholdingTypes } from './codes.js';

/** Longest description or reason, in characters (own). */
export const MAX_TEXT = 255;

/** Reads fields of cash transactions: what is left out or can't be read is undefined, where null says nothing of its own. */
export class CashReader extends InputReader {
  /** Text of people; a blank one is none. */
  words(field: string, value: Sent, most = MAX_TEXT): string | undefined {
    const text = value?.trim() ?? '';
    if (text === '') return undefined;
    if (!isPrintable(text)) this.problem(field, FieldCode.Value);
    else if (lengthOf(text) > most) this.problem(field, FieldCode.Length, `at most ${most}`);
    return text;
  }

  /** Dollars with at most two decimals, not negative. */
  dollars(field: string, value: Sent): Money | undefined {
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
  const type = reader.requiredCode(CashTransactionTypes, 'transactionType', transactionType);
  reader.present('amount', amount);
  const money = reader.dollars('amount', amount);
  if (money?.isPositive() === false) reader.problem('amount', FieldCode.Value, 'above 0');
  return { type: type ?? undefined, amount: money };
}

/** One kind of withholding: type and amount, both absent for none said. */
export interface Withholding {
  readonly type?: WithholdingType;
  readonly amount?: string;
  /** What is held back of an amount, in dollars. */
  readonly dollars: Money;
}

/** Reads `fedWithhold…` or `stateWithhold…` ([cash.withholdTypes], [cash.withholdAmounts]): percent 0 to 100, dollars, or none. */
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
  if (type === null) {
    if (typeof sent === 'string' && input[typeField] == null) reader.present(typeField, undefined);
    return none;
  }
  if (type === 'N') {
    if (typeof sent === 'string' && reader.dollars(amountField, sent)?.isZero() === false) {
      reader.problem(amountField, CashRule.Withholding, 'Type N withholds nothing.');
    }
    return { ...none, type };
  }
  if (!reader.present(amountField, sent)) return { ...none, type };
  if (type === 'D') {
    const dollars = reader.dollars(amountField, sent);
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
