import {
  type AccountType,
  businessDate,
  FieldCode,
  isPrintable,
  isTaxable,
  lengthOf,
  Percent,
  type TaxLotMethod,
  taxLotMethodAllowed,
  usesTaxRates,
} from '#libs/platform/kernel';
import type { DetailsInput } from './commands.js';
import type { BillingPlanFact } from './facts.js';
import type { Findings } from './findings.js';
import type { Beneficiary } from './values.js';

/** Longest account name ([account.accountName]). */
export const ACCOUNT_NAME_LENGTH = 16;

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

/** The account name as it is kept. */
export function keptName(name: string): string {
  return name.trim();
}

/** accountName: 1 to 16 printable characters after trimming, unique among the accounts of the owner. */
export function checkName(
  { accountName }: DetailsInput,
  nameTaken: boolean,
  findings: Findings<DetailsInput>,
): void {
  if (accountName === undefined) return;
  const length = lengthOf(keptName(accountName));
  if (length === 0 || length > ACCOUNT_NAME_LENGTH) {
    const code = length === 0 ? FieldCode.Value : FieldCode.Length;
    findings.field('accountName', code, 'An account name has 1 to 16 characters.');
  }
  if (!isPrintable(accountName)) {
    findings.field(
      'accountName',
      FieldCode.Value,
      'An account name has printable characters only.',
    );
  }
  if (nameTaken) {
    const message = 'Another account of the primary owner has this name.';
    findings.rule('account.unique.name.rule', message, 'accountName');
  }
}

/** billingPlanOid: an advisory plan of the caller's firm. */
export function checkBillingPlan(
  { billingPlanOid }: DetailsInput,
  plan: BillingPlanFact | undefined,
  findings: Findings<DetailsInput>,
): void {
  if (billingPlanOid === undefined || plan?.billingPlanType === 'A') return;
  const message = plan ? 'The plan is not an advisory plan.' : 'The firm has no such billing plan.';
  findings.rule('account.invalid.billing.plan', message, 'billingPlanOid');
}

const RATES = ['longTermTaxRate', 'shortTermTaxRate'] as const;

/**
 * defaultTaxLotSelection against taxability, and the tax rates: 0.0 to 100.0, for taxable accounts, only where the method
 * of the same request takes them.
 */
export function checkTaxLots(
  input: DetailsInput,
  accountType: AccountType | undefined,
  method: TaxLotMethod | undefined,
  findings: Findings<DetailsInput>,
): void {
  const { defaultTaxLotSelection: chosen } = input;
  if (chosen && accountType && !taxLotMethodAllowed(accountType, chosen)) {
    const message = isTaxable(accountType)
      ? 'AVGC is for non-taxable accounts.'
      : 'A non-taxable account takes AVGC only.';
    findings.field('defaultTaxLotSelection', FieldCode.Choice, message);
  }
  for (const field of RATES) {
    const rate = input[field];
    if (rate !== undefined && !Percent.parse(rate, 15)) {
      findings.field(field, FieldCode.Value, 'A tax rate is 0.0 to 100.0.');
    }
    if (!findings.sent(field)) continue;
    if (accountType && !isTaxable(accountType)) {
      findings.field(field, FieldCode.OtherAccountType);
    } else if (method && !usesTaxRates(method)) {
      const message = 'A tax rate needs defaultTaxLotSelection WLFS or WGFS.';
      findings.field(field, FieldCode.Value, message);
    }
  }
}

/** initContributionDate: money that was contributed has come in already, so the day is no later than today in New York. */
export function checkContributionDate(
  { initContributionDate }: DetailsInput,
  now: string,
  findings: Findings<DetailsInput>,
): void {
  if (initContributionDate === undefined || initContributionDate <= businessDate(now)) return;
  findings.field('initContributionDate', FieldCode.Date, 'The date is in the future.');
}

/** Lists of beneficiaries of an account. */
export const BENEFICIARY_LISTS = ['primaryBeneficiaries', 'contingentBeneficiaries'] as const;

/**
 * Beneficiaries: each share 0.01 to 100 with at most two decimals, the shares of one list exactly 100.00 together, no birth
 * in the future. What else is wrong with a beneficiary changes nothing of that.
 */
export function checkBeneficiaries(now: string, findings: Findings<DetailsInput>): void {
  const today = businessDate(now);
  for (const list of BENEFICIARY_LISTS) {
    const beneficiaries = findings.part(list) ?? [];
    beneficiaries.forEach(({ sharePct, dateOfBirth }, index) => {
      if (sharePct !== undefined && !share(sharePct)) {
        const message = `${list}[${index}]: 0.01 to 100 with at most two decimals.`;
        findings.field('sharePct', FieldCode.Value, message);
      }
      if (dateOfBirth !== undefined && dateOfBirth > today) {
        const message = `${list}[${index}]: the date is in the future.`;
        findings.field('dateOfBirth', FieldCode.Date, message);
      }
    });
    if (!sharesFit(beneficiaries)) {
      const message = `The shares of ${list} do not add up to 100.00 percent.`;
      findings.rule('account.beneficiary.share.rule', message, list);
    }
  }
}

/** Contingent beneficiaries stand only behind primary ones, whatever else is wrong with them. */
export function checkContingents(
  primary: readonly unknown[],
  contingent: readonly unknown[],
  findings: Findings<DetailsInput>,
): void {
  if (contingent.length === 0 || primary.length > 0) return;
  const message = 'Contingent beneficiaries need at least one primary beneficiary.';
  findings.field('contingentBeneficiaries', FieldCode.Value, message);
}

function share(text: string): Percent | undefined {
  const percent = Percent.parse(text, 2);
  return percent?.isZero() ? undefined : percent;
}

/** Whether a list of shares may stand: empty, or exactly 100.00 in all. A list with an unreadable share is judged by that. */
function sharesFit(beneficiaries: readonly Partial<Beneficiary>[]): boolean {
  if (beneficiaries.length === 0) return true;
  const shares: Percent[] = [];
  for (const { sharePct } of beneficiaries) {
    const percent = sharePct === undefined ? undefined : share(sharePct);
    if (!percent) return true;
    shares.push(percent);
  }
  return Percent.addUpToHundred(shares);
}

/** A rate as it is kept: `15.50` and `15.5` are the same. */
export function keptRate(rate: string): string {
  return Percent.of(rate).toString();
}

/** Shares as they are kept: two decimals. */
export function keptShares(beneficiaries: readonly Beneficiary[]): readonly Beneficiary[] {
  return beneficiaries.map((one) => ({ ...one, sharePct: Percent.of(one.sharePct).toString(2) }));
}
