import {
  defined,
  FieldCode,
  fieldProblem,
  Money,
  Percent,
  type Problem,
} from '#libs/platform/kernel';
import type { CashDetails } from './cash.events.js';

/** The fields that say what is withheld for taxes. */
export const WITHHELD = [
  'fedWithholdType',
  'fedWithholdAmount',
  'stateWithholdType',
  'stateWithholdAmount',
] as const;

/** What is withheld for taxes, as a transaction keeps it. */
export type Withholdings = Pick<CashDetails, (typeof WITHHELD)[number]>;

/** Fields of a body, each of which may be missing or null. */
export type MaybeNull<T> = { readonly [Key in keyof T]?: T[Key] | null };

/** What is withheld for taxes, as a body says it; decimals are texts, since they are dollars or percent. */
export type WithheldFields = MaybeNull<Withholdings>;

interface Withheld {
  /** In the form it is kept in. */
  readonly amount?: string;
  /** What is held back of the whole, in dollars. */
  readonly dollars: Money;
}

/** One kind of withholding ([cash.withholdTypes], [cash.withholdAmounts]): percent 0 to 100, dollars, or none. */
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
    return amount === undefined ? none : problem(typeField, FieldCode.Required);
  }
  if (type === 'N') {
    return amount === undefined || Money.of(amount).isZero()
      ? none
      : problem(amountField, 'cash.transaction.withholding.rule', 'Type N withholds nothing.');
  }
  if (amount === undefined) return problem(amountField, FieldCode.Required);
  if (type === 'D') {
    const dollars = Money.of(amount);
    return { amount: dollars.toString(), dollars };
  }
  const percent = Percent.parse(amount, 2);
  return percent === undefined
    ? problem(amountField, FieldCode.Value, 'percent from 0 to 100')
    : { amount: percent.toString(2), dollars: total.percent(percent) };
}

/** Checks what is withheld of an amount; answers it as it is kept, and how much it is. */
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
