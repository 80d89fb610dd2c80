import { codesOf } from '#libs/platform/kernel';
import { type AccountType, AccountTypes, isTaxable } from '#libs/contexts/codes';

/** Every account type, and the groups that rules distinguish. */
export const TYPES = codesOf(AccountTypes);
export const ofClass = (...classes: string[]): AccountType[] =>
  TYPES.filter((type) => classes.includes(AccountTypes[type].class));
export const CORPORATE = ofClass('corporate');
export const PERSONAL = TYPES.filter((type) => !CORPORATE.includes(type));
export const RETIREMENT = ofClass('retirement');
export const TAXABLE = TYPES.filter(isTaxable);
export const WITH_JOINT_OWNERS = ofClass('joint', 'trust');

/** All other types. */
export const others = (types: readonly AccountType[]): AccountType[] =>
  TYPES.filter((type) => !types.includes(type));
