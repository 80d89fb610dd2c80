/** Class of an account type: decides its fields, signers and taxation ([account.accountType], [account.taxable], [restriction.lift]). */
type AccountClass = 'individual' | 'joint' | 'custodial' | 'retirement' | 'trust' | 'corporate';

const type = (name: string, kind: AccountClass, ...taxClassifications: TaxClassification[]) =>
  ({ name, class: kind, taxClassifications }) as const;

/** accountType ([account.accountType]). */
export const AccountTypes = {
  I: type('Individual', 'individual'),
  J: type('Joint tenants with rights of survivorship', 'joint'),
  K: type('Joint tenants in common', 'joint'),
  L: type('Joint community property', 'joint'),
  M: type('Joint tenants by the entirety', 'joint'),
  U: type('Custodial', 'custodial'),
  '9': type('SIMPLE IRA', 'retirement'),
  P: type('SEP IRA', 'retirement'),
  Q: type('Rollover IRA', 'retirement'),
  R: type('Traditional IRA', 'retirement'),
  S: type('Roth IRA', 'retirement'),
  X: type('Revocable trust', 'trust'),
  D: type('Business trust', 'corporate'),
  A: type('Corporation', 'corporate', 'S', 'C'),
  F: type('Limited liability company', 'corporate', 'S', 'C', 'P'),
  E: type('Limited partnership', 'corporate'),
  B: type('General partnership', 'corporate'),
  V: type('Unincorporated organization', 'corporate'),
  C: type('Investment club', 'corporate'),
  H: type('Sole proprietorship', 'corporate'),
} as const;
export type AccountType = keyof typeof AccountTypes;

export function accountClass(accountType: AccountType): AccountClass {
  return AccountTypes[accountType].class;
}

/** Whether an account type is taxable: all but the retirement types are. */
export function isTaxable(accountType: AccountType): boolean {
  return accountClass(accountType) !== 'retirement';
}

/** Whether accounts of a type have `jointOwners`: joint types and the revocable trust. */
export function hasJointOwners(accountType: AccountType): boolean {
  return ['joint', 'trust'].includes(accountClass(accountType));
}

/** Whether accounts of a type have `accountRegistrationInfo`: corporate types and the revocable trust. */
export function hasRegistrationInfo(accountType: AccountType): boolean {
  return ['corporate', 'trust'].includes(accountClass(accountType));
}

/** The `taxClassification` codes of a type; empty if the field does not apply. */
export function taxClassificationsOf(accountType: AccountType): readonly TaxClassification[] {
  return AccountTypes[accountType].taxClassifications;
}

/** taxClassification ([account.taxClassification]). */
export const TaxClassifications = {
  S: 'S corporation',
  C: 'C corporation',
  P: 'Partnership',
} as const;
export type TaxClassification = keyof typeof TaxClassifications;

/** defaultTaxLotSelection: the tax lot relief methods ([account.defaultTaxLotSelection]). */
export const TaxLotMethods = {
  FIFO: 'First in, first out',
  LIFO: 'Last in, first out',
  LGHL: 'Maximize losses, minimize gains',
  HGLL: 'Maximize gains, minimize losses',
  LLTG: 'Lowest long-term gain',
  LSTG: 'Lowest short-term gain',
  HLTG: 'Highest long-term gain',
  HSTG: 'Highest short-term gain',
  AVGC: 'Average cost',
  WLFS: 'Weighted by tax rates, losses first',
  WGFS: 'Weighted by tax rates, gains first',
} as const;
export type TaxLotMethod = keyof typeof TaxLotMethods;

/** Whether an account type may use a method: non-taxable accounts only AVGC, taxable ones anything else. */
export function taxLotMethodAllowed(accountType: AccountType, method: TaxLotMethod): boolean {
  return isTaxable(accountType) === (method !== 'AVGC');
}

/** The method of an account that did not choose one. */
export function defaultTaxLotMethod(accountType: AccountType): TaxLotMethod {
  return isTaxable(accountType) ? 'LGHL' : 'AVGC';
}

/** Whether a method uses `longTermTaxRate` and `shortTermTaxRate`. */
export function usesTaxRates(method: TaxLotMethod): boolean {
  return method === 'WLFS' || method === 'WGFS';
}

/** Why an account is restricted ([restriction.reasons]). */
export const RestrictionReasons = {
  '020': 'Customer agreement not signed',
  '021': 'External restriction',
  '022': 'API account approval',
} as const;
export type RestrictionReason = keyof typeof RestrictionReasons;

/** Extent of a restriction. */
export const RestrictionTypes = { CR: 'Complete restriction' } as const;
export type RestrictionType = keyof typeof RestrictionTypes;

export const BankAccountTypes = { C: 'Checking', S: 'Savings' } as const;
export type BankAccountType = keyof typeof BankAccountTypes;

export const BankLinkStatuses = { A: 'Active', D: 'Deleted' } as const;
export type BankLinkStatus = keyof typeof BankLinkStatuses;

export const AccountStatuses = {
  OPEN: 'Open',
  RESTRICTED: 'Open, with restrictions',
  CLOSED: 'Closed permanently',
} as const;
export type AccountStatus = keyof typeof AccountStatuses;
