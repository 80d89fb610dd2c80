import {
  accountClass,
  type AccountType,
  hasJointOwners,
  FieldCode,
  fieldProblem,
  hasRegistrationInfo,
  isTaxable,
  type Problem,
  taxClassificationsOf,
  type TaxLotMethod,
  taxLotMethodAllowed,
} from '#libs/platform/kernel';
import type { OpeningInput, UpdateInput } from './commands.js';

/** Whether a field has a value; an empty list counts as none. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** The account types a field is for. */
export interface Belonging {
  readonly belongs: (type: AccountType) => boolean;
  /** Whether these account types require the field. */
  readonly required?: boolean;
}

const ofClass =
  (...classes: readonly string[]) =>
  (type: AccountType): boolean =>
    classes.includes(accountClass(type));

/** Which fields belong to which account types ([account.other-type]). */
export const BELONGING = {
  longTermTaxRate: { belongs: isTaxable },
  shortTermTaxRate: { belongs: isTaxable },
  jointOwners: { belongs: hasJointOwners, required: true },
  initContributionDate: { belongs: (type) => type === '9' },
  primaryBeneficiaries: { belongs: ofClass('retirement') },
  contingentBeneficiaries: { belongs: ofClass('retirement') },
  minor: { belongs: ofClass('custodial'), required: true },
  trustees: { belongs: ofClass('corporate'), required: true },
  accountRegistrationInfo: { belongs: hasRegistrationInfo, required: true },
  taxClassification: { belongs: (type) => taxClassificationsOf(type).length > 0, required: true },
} as const satisfies Partial<Record<keyof OpeningInput, Belonging>>;

/** Why a tax lot relief method doesn't suit an account type ([account.defaultTaxLotSelection]); undefined if it does. */
export function methodFailure(
  method: TaxLotMethod,
  accountType: AccountType,
): { readonly code: string; readonly hint: string } | undefined {
  if (taxLotMethodAllowed(accountType, method)) return undefined;
  const hint = isTaxable(accountType)
    ? 'AVGC is for non-taxable accounts.'
    : 'Non-taxable accounts accept only AVGC.';
  return { code: FieldCode.Choice, hint };
}

/** Problems of fields that are not for the account's type ([account.other-type]). */
export function otherTypeProblems(input: UpdateInput, accountType: AccountType): Problem[] {
  const rows = Object.entries(BELONGING) as [keyof UpdateInput, Belonging][];
  const problems = rows
    .filter(([field, { belongs }]) => hasValue(input[field]) && !belongs(accountType))
    .map(([field]) => fieldProblem(field, FieldCode.OtherAccountType));
  const { defaultTaxLotSelection: method } = input;
  const wrong = method && methodFailure(method, accountType);
  if (wrong) problems.push(fieldProblem('defaultTaxLotSelection', wrong.code, wrong.hint));
  return problems;
}
