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

/** Whether a billing plan applies to an account or to all accounts of a member. */
export const BillingLevels = { account: 'Account level', member: 'Member level' } as const;
export type BillingLevel = keyof typeof BillingLevels;
