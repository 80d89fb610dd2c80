/** title of a member; input ignores case and full stops. */
export const Titles = {
  'Dr.': 'Dr.',
  'Ms.': 'Ms.',
  Miss: 'Miss',
  'Mr.': 'Mr.',
  'Mrs.': 'Mrs.',
} as const;
export type Title = keyof typeof Titles;

/** suffix of a member; input ignores case and full stops. */
export const Suffixes = {
  'Jr.': 'Jr.',
  'Sr.': 'Sr.',
  II: 'II',
  III: 'III',
  IV: 'IV',
  V: 'V',
} as const;
export type Suffix = keyof typeof Suffixes;

/** maritalStatus, inside `memberProfileItems`. */
export const MaritalStatuses = {
  S: 'Single',
  M: 'Married',
  P: 'Domestic partner',
  D: 'Divorced',
  W: 'Widowed',
  C: 'Civil union',
} as const;
export type MaritalStatus = keyof typeof MaritalStatuses;

/** topMarginalTaxBracket, inside `memberProfileItems`. */
export const TaxBrackets = {
  '1': '0 to 15 percent',
  '2': '16 to 25 percent',
  '3': '26 to 30 percent',
  '4': '31 to 35 percent',
  '5': 'over 35 percent',
} as const;
export type TaxBracket = keyof typeof TaxBrackets;

/** employmentStatus. */
export const EmploymentStatuses = {
  Employed: 'Employed',
  'Self-Employed': 'Self-employed',
  Retired: 'Retired',
  Student: 'Student',
  Unemployed: 'Unemployed',
  Other: 'Other',
} as const;
export type EmploymentStatus = keyof typeof EmploymentStatuses;

/** occupationType; input ignores case. */
export const OccupationTypes = {
  Administrative: true,
  'Business Owner': true,
  Consulting: true,
  Creative: true,
  Education: true,
  Engineering: true,
  Finance: true,
  'Health Care': true,
  Homemaker: true,
  'Information Systems': true,
  Legal: true,
  Management: true,
  Marketing: true,
  Operations: true,
  'Other/Not Specified': true,
  Sales: true,
  Service: true,
  Training: true,
} as const;
export type OccupationType = keyof typeof OccupationTypes;

/** annualIncome (US dollars a year), netWorth and liquidNetWorth (US dollars) (own). */
export const WorthRanges = {
  '1': 'under 25,000',
  '2': '25,000 to 49,999',
  '3': '50,000 to 99,999',
  '4': '100,000 to 199,999',
  '5': '200,000 to 499,999',
  '6': '500,000 to 999,999',
  '7': '1,000,000 to 4,999,999',
  '8': '5,000,000 and over',
} as const;
export type WorthRange = keyof typeof WorthRanges;

/** citizenship (own). */
export const Citizenships = {
  C: 'Citizen',
  R: 'Resident alien',
  N: 'Non-resident alien',
  U: 'US citizen',
} as const;
export type Citizenship = keyof typeof Citizenships;

/** cipStatus: result of the identity check. */
export const CipStatuses = {
  PASSED: 'Passed',
  FAILED: 'Failed',
  PENDING_NEW: 'Waiting for the result',
} as const;
export type CipStatus = keyof typeof CipStatuses;

/** transState of a member. */
export const MembershipStates = {
  RM: 'Real membership',
  EM: 'Expired: no account is open any more',
  CM: 'Closed by the firm',
  TM: 'Transferred to another firm',
} as const;
export type MembershipState = keyof typeof MembershipStates;

/** firmType: the kinds of firm in this service. */
export const FirmTypes = { L: 'Institutional firm', G: 'Corporate firm' } as const;

/** firmTaxIdType. */
export const FirmTaxIdTypes = {
  TIN: 'Taxpayer identification number',
  EIN: 'Employer identification number',
  SSN: 'Social security number',
} as const;
export type FirmTaxIdType = keyof typeof FirmTaxIdTypes;

/** Whether a billing plan applies to an account or to all accounts of a member. */
export const BillingLevels = { account: 'Account level', member: 'Member level' } as const;
export type BillingLevel = keyof typeof BillingLevels;
