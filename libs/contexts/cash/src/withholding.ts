import {
  defined,
  FieldCode,
  fieldProblem,
  Money,
  mustBe,
  Percent,
  type Problem,
  requiredProblem,
} from '#libs/platform/kernel';
import type { CashDetails } from './cash.events.js';

/** Tax withholding fields. */
export const WITHHELD = [
  'fedWithholdType',
  'fedWithholdAmount',
  'stateWithholdType',
  'stateWithholdAmount',
] as const;

/** Tax withholding as stored in a transaction. */
export type Withholdings = Pick<CashDetails, (typeof WITHHELD)[number]>;

/** Fields of a body that may be missing or null. */
export type MaybeNull<T> = { readonly [Key in keyof T]?: T[Key] | null };

/** Tax withholding as sent. Amounts are strings, since they are dollars or percent. */
export type WithheldFields = MaybeNull<Withholdings>;

interface Withheld {
  /** As stored. */
  readonly amount?: string;
  /** The part of the total in dollars. */
  readonly dollars: Money;
}

/** Reads federal or state withholding ([cash.withholdTypes], [cash.withholdAmounts]): percent from 0 to 100, dollars, or none. */
function withheldAs(
  problems: Problem[],
  kind: 'fed' | 'state',
  sent: WithheldFields,
  total: Money,
): Withheld {
  const [typeField, amountField] = [`${kind}WithholdType`, `${kind}WithholdAmount`] as const;
  const type = sent[typeField] ?? undefined;
  const amount = sent[amountField] ?? undefined;
  const none = { dollars: Money.zero };
  const problem = (...args: Parameters<typeof fieldProblem>): Withheld => {
    problems.push(fieldProblem(...args));
    return none;
  };
  if (type === undefined) {
    if (amount !== undefined) problems.push(requiredProblem(typeField, `with ${amountField}`));
    return none;
  }
  if (type === 'N') {
    return amount === undefined || Money.of(amount).isZero()
      ? none
      : problem(amountField, 'cash.transaction.withholding.rule', 'Type N withholds nothing.');
  }
  if (amount === undefined) {
    problems.push(requiredProblem(amountField, `with ${typeField} ${type}`));
    return none;
  }
  if (type === 'D') {
    const dollars = Money.of(amount);
    return { amount: dollars.toString(), dollars };
  }
  const percent = Percent.parse(amount, 2);
  return percent === undefined
    ? problem(amountField, FieldCode.Value, mustBe('percent from 0 to 100'))
    : { amount: percent.toString(2), dollars: total.percent(percent) };
}

/** Checks the withholding of an amount. Returns it as stored, and its sum in dollars. */
export function withheldOf(
  problems: Problem[],
  sent: WithheldFields,
  total: Money,
): { readonly withholdings: Withholdings; readonly dollars: Money } {
  const fed = withheldAs(problems, 'fed', sent, total);
  const state = withheldAs(problems, 'state', sent, total);
  const withholdings = defined({
    fedWithholdType: sent.fedWithholdType ?? undefined,
    fedWithholdAmount: fed.amount,
    stateWithholdType: sent.stateWithholdType ?? undefined,
    stateWithholdAmount: state.amount,
  });
  return { withholdings, dollars: fed.dollars.plus(state.dollars) };
}
