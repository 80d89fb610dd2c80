import {
  accountClass,
  type AccountType,
  hasJointOwners,
  hasRegistrationInfo,
  taxClassificationsOf,
} from '#libs/platform/kernel';
import type { OpeningInput } from './commands.js';

/** How a field belongs to account types. */
export interface Belonging {
  /** Account types that have the field. */
  readonly belongs: (type: AccountType) => boolean;
  /** Those of them that need it. */
  readonly required?: boolean;
}

const ofClass =
  (...classes: readonly string[]) =>
  (type: AccountType): boolean =>
    classes.includes(accountClass(type));

/** Which fields belong to which account types ([account.other-type]). */
export const BELONGING = {
  jointOwners: { belongs: hasJointOwners, required: true },
  initContributionDate: { belongs: (type) => type === '9' },
  primaryBeneficiaries: { belongs: ofClass('retirement') },
  contingentBeneficiaries: { belongs: ofClass('retirement') },
  minor: { belongs: ofClass('custodial'), required: true },
  trustees: { belongs: ofClass('corporate'), required: true },
  accountRegistrationInfo: { belongs: hasRegistrationInfo, required: true },
  taxClassification: { belongs: (type) => taxClassificationsOf(type).length > 0, required: true },
} as const satisfies Partial<Record<keyof OpeningInput, Belonging>>;
