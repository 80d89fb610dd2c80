/** What an account type is: decides which fields it has, who signs and how it is taxed ([account.accountType], [account.taxable], [restriction.lift]). */
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

/** The class of an account type: who owns it, and with that which fields it has. */
export function accountClass(accountType: AccountType): AccountClass {
  return AccountTypes[accountType].class;
}

/** Every type but the retirement ones. */
export function isTaxable(accountType: AccountType): boolean {
  return accountClass(accountType) !== 'retirement';
}

/** Joint types and the revocable trust have `jointOwners`. */
export function hasJointOwners(accountType: AccountType): boolean {
  return ['joint', 'trust'].includes(accountClass(accountType));
}

/** Corporate types and the revocable trust have `accountRegistrationInfo`. */
export function hasRegistrationInfo(accountType: AccountType): boolean {
  return ['corporate', 'trust'].includes(accountClass(accountType));
}

/** The `taxClassification` codes of a type; empty where the field does not belong. */
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

/** defaultTaxLotSelection: tax lot relief methods ([account.defaultTaxLotSelection]). */
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

/** Non-taxable accounts take AVGC only, taxable ones anything else. */
export function taxLotMethodAllowed(accountType: AccountType, method: TaxLotMethod): boolean {
  return isTaxable(accountType) === (method !== 'AVGC');
}

/** What an account uses when nothing was chosen. */
export function defaultTaxLotMethod(accountType: AccountType): TaxLotMethod {
  return isTaxable(accountType) ? 'LGHL' : 'AVGC';
}

/** `longTermTaxRate` and `shortTermTaxRate` are inputs of these methods only. */
export function usesTaxRates(method: TaxLotMethod): boolean {
  return method === 'WLFS' || method === 'WGFS';
}

/** w9BackupWithholding. */
export const BackupWithholdings = {
  C: 'Subject to backup withholding',
  N: 'Not subject to backup withholding',
} as const;
export type BackupWithholding = keyof typeof BackupWithholdings;

/** Relationship of a trusted contact. */
export const ContactRelationships = {
  S: 'Spouse',
  O: 'Other',
  A: 'Financial advisor',
  G: 'Guardian',
  F: 'Family member',
  L: 'Lawyer or attorney',
} as const;

/** Relationship of a beneficiary. */
export const BeneficiaryRelationships = { S: 'Spouse', O: 'Other' } as const;

/** Why an account is restricted ([restriction.reasons]). */
export const RestrictionReasons = {
  '020': 'Customer agreement not signed',
  '021': 'External restriction',
  '022': 'API account approval',
} as const;
export type RestrictionReason = keyof typeof RestrictionReasons;

/** How far a restriction goes. */
export const RestrictionTypes = { CR: 'Complete restriction' } as const;
export type RestrictionType = keyof typeof RestrictionTypes;

/** Account of a bank link. */
export const BankAccountTypes = { C: 'Checking', S: 'Savings' } as const;
export type BankAccountType = keyof typeof BankAccountTypes;

/** Bank link status. */
export const BankLinkStatuses = { A: 'Active', D: 'Deleted' } as const;
export type BankLinkStatus = keyof typeof BankLinkStatuses;

/** accountStatus. */
export const AccountStatuses = {
  OPEN: 'Open',
  RESTRICTED: 'Open, with restrictions',
  CLOSED: 'Closed for good',
} as const;
export type AccountStatus = keyof typeof AccountStatuses;
