import {
  FieldCode,
  fieldProblem,
  Percent,
  type Problem,
  type TaxLotMethod,
  usesTaxRates,
} from '#libs/platform/kernel';
import { accountRules } from './account-rules.js';
import type { BillingPlanFact, DetailsInput } from './commands.js';

/**
 * The form in which two account names of one owner are the same: case, repeated blanks, what Unicode holds for the same character
 * (accents put together or apart, full-width letters) and what looks like nothing (joiners, variation selectors, fillers) do not
 * count ([account.accountName]). Key of the name's reservation, with the owner.
 */
export function accountNameKey(name: string): string {
  return (
    name
      .normalize('NFKC')
      .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      // what is gone may have stood between a letter and its accent
      .normalize('NFKC')
      .replaceAll(/[\s\u2800]+/gu, ' ')
      .trim()
      // in capitals first: ß is SS, and there is one sigma
      .toUpperCase()
      .toLowerCase()
  );
}

/** accountName: unique among the accounts of the owner. */
export function nameProblems(isTaken: boolean): Problem[] {
  if (!isTaken) return [];
  const message = 'Another account of the primary owner has this name.';
  return [accountRules.broken('account.unique.name.rule', message, 'accountName')];
}

/** The refusal of a plan that may not be that of the account. */
export function planProblem(message: string): Problem {
  return accountRules.broken('account.invalid.billing.plan', message, 'billingPlanOid');
}

/** billingPlanOid: an advisory plan of the caller's firm. */
export function planProblems(
  { billingPlanOid }: DetailsInput,
  plan: BillingPlanFact | undefined,
): Problem[] {
  if (billingPlanOid === undefined || plan?.billingPlanType === 'A') return [];
  return [
    planProblem(plan ? 'The plan is not an advisory plan.' : 'The firm has no such billing plan.'),
  ];
}

/**
 * The tax rates come only with a method that takes them.
 * @param method by which the rates would be used; undefined where none is known
 */
export function rateProblems(input: DetailsInput, method: TaxLotMethod | undefined): Problem[] {
  if (method && usesTaxRates(method)) return [];
  const message = method
    ? 'A tax rate needs defaultTaxLotSelection WLFS or WGFS.'
    : 'A tax rate needs defaultTaxLotSelection in the same request.';
  return (['longTermTaxRate', 'shortTermTaxRate'] as const)
    .filter((field) => input[field] !== undefined)
    .map((field) => fieldProblem(field, FieldCode.Value, message));
}

/** Lists of beneficiaries of an account. */
export const BENEFICIARY_LISTS = ['primaryBeneficiaries', 'contingentBeneficiaries'] as const;

/** The shares of a list of beneficiaries are exactly 100.00 together. */
export function shareProblems(input: DetailsInput): Problem[] {
  return BENEFICIARY_LISTS.flatMap((list) => {
    const shares = (input[list] ?? []).map(({ sharePct }) => Percent.of(sharePct));
    if (shares.length === 0 || Percent.addUpToHundred(shares)) return [];
    const message = `The shares of ${list} do not add up to 100.00 percent.`;
    return [accountRules.broken('account.beneficiary.share.rule', message, list)];
  });
}

/** Contingent beneficiaries stand only behind primary ones. */
export function contingentProblems({
  primaryBeneficiaries: primary = [],
  contingentBeneficiaries: contingent = [],
}: Pick<DetailsInput, (typeof BENEFICIARY_LISTS)[number]>): Problem[] {
  if (contingent.length === 0 || primary.length > 0) return [];
  const message = 'Contingent beneficiaries need at least one primary beneficiary.';
  return [fieldProblem('contingentBeneficiaries', FieldCode.Value, message)];
}
