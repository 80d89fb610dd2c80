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
 * Normalizes an account name for comparison ([account.accountName]): ignores case, repeated whitespace, Unicode compatibility variants
 * (composed accents, full-width letters) and invisible characters (joiners, variation selectors, fillers). With the owner, the key of
 * the name's reservation.
 */
export function accountNameKey(name: string): string {
  return (
    name
      .normalize('NFKC')
      .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      // a removed character may have separated a letter from its accent
      .normalize('NFKC')
      .replaceAll(/[\s\u2800]+/gu, ' ')
      .trim()
      // upper case first: ß becomes SS, and both lower-case sigmas become one
      .toUpperCase()
      .toLowerCase()
  );
}

/** The name must be unique among the owner's accounts. */
export function nameProblems(isTaken: boolean): Problem[] {
  if (!isTaken) return [];
  const message = 'Another account of the primary owner has this name.';
  return [accountRules.broken('account.unique.name.rule', message, 'accountName')];
}

/** The problem of a plan the account may not have. */
export function planProblem(message: string): Problem {
  return accountRules.broken('account.invalid.billing.plan', message, 'billingPlanOid');
}

/** The plan must be an advisory plan of the caller's firm. */
export function planProblems(
  { billingPlanOid }: DetailsInput,
  plan: BillingPlanFact | undefined,
): Problem[] {
  if (billingPlanOid === undefined || plan?.billingPlanType === 'A') return [];
  return [
    planProblem(plan ? 'The plan is not an advisory plan.' : 'The firm has no such billing plan.'),
  ];
}

/** Tax rates require a tax lot method that uses them; none can be cleared at any time. */
export function rateProblems(input: DetailsInput, method: TaxLotMethod | undefined): Problem[] {
  if (method && usesTaxRates(method)) return [];
  const message = method
    ? 'A tax rate needs defaultTaxLotSelection WLFS or WGFS.'
    : 'A tax rate needs defaultTaxLotSelection in the same request.';
  return (['longTermTaxRate', 'shortTermTaxRate'] as const)
    .filter((field) => typeof input[field] === 'string')
    .map((field) => fieldProblem(field, FieldCode.Value, message));
}

/** Field names of the beneficiary lists. */
export const BENEFICIARY_LISTS = ['primaryBeneficiaries', 'contingentBeneficiaries'] as const;

/** The shares of each beneficiary list must add up to exactly 100.00. */
export function shareProblems(input: DetailsInput): Problem[] {
  return BENEFICIARY_LISTS.flatMap((list) => {
    const shares = (input[list] ?? []).map(({ sharePct }) => Percent.of(sharePct));
    if (shares.length === 0 || Percent.addUpToHundred(shares)) return [];
    const message = `The shares of ${list} do not add up to 100.00 percent.`;
    return [accountRules.broken('account.beneficiary.share.rule', message, list)];
  });
}

/** Contingent beneficiaries require primary ones. */
export function contingentProblems({
  primaryBeneficiaries: primary = [],
  contingentBeneficiaries: contingent = [],
}: Pick<DetailsInput, (typeof BENEFICIARY_LISTS)[number]>): Problem[] {
  if (contingent.length === 0 || primary.length > 0) return [];
  const message = 'Contingent beneficiaries need at least one primary beneficiary.';
  return [fieldProblem('contingentBeneficiaries', FieldCode.Value, message)];
}
