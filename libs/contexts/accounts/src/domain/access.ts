import { type Permission, type PermissionRight, Permissions, permits } from '#libs/platform/kernel';
import type { Account } from './state.js';

/** Who may do something with an account: whoever's permission has this right ([permission.codes]), and some without it. */
interface ActionRules {
  readonly right: PermissionRight;
  /** Auditors, of every account of every firm. */
  readonly auditors?: true;
  /** The API client of the firm, acting for itself, on all accounts of the firm. */
  readonly firm?: true;
  /** The owners of the account, whatever they hold, and the firm rep of a corporate one. */
  readonly owners?: true;
}

const ACTIONS = {
  /** Account and folios, without transactions, lots or orders. */
  summary: { right: 'readSummary', auditors: true, firm: true },
  details: { right: 'readDetails', auditors: true },
  /** Orders, target weights, RTG subscriptions, private placements, votes. */
  trade: { right: 'trade' },
  /** Bank links and cash transactions. */
  moveMoney: { right: 'moveMoney' },
  /** Update of folios; restrictions; new permissions. */
  manage: { right: 'manage' },
  /** Update of the account; the firm's API client may close it without a permission. */
  update: { right: 'manage', firm: true },
  /** A signature on the customer agreement; a required signer needs no permission for it. */
  sign: { right: 'manage', owners: true },
  readPermissions: { right: 'readDetails', auditors: true, firm: true },
  /** Change and revocation of what others were granted; an owner needs no permission for it. */
  changePermissions: { right: 'manage', firm: true, owners: true },
} as const satisfies Record<string, ActionRules>;

/** What a request does with an account, as far as rights go. */
export type AccountAction = keyof typeof ACTIONS;

const RULES: Readonly<Record<AccountAction, ActionRules>> = ACTIONS;

/** The least permission that counts for an owner. */
const LEAST_OF_OWNERS: Permission = 'DV';

/** Whether a permission is at least what every owner of an account keeps. */
export function isEnoughForOwner(permission: Permission): boolean {
  return permits(permission, RULES.details.right);
}

/** Whether a caller who acts for the own firm's API client may do this on all accounts of the firm. */
export function isForFirm(action: AccountAction): boolean {
  return RULES[action].firm === true;
}

/** The permissions that cover an action. */
export function permissionsFor(action: AccountAction): readonly Permission[] {
  const codes = Object.keys(Permissions) as Permission[];
  return codes.filter((code) => permits(code, RULES[action].right));
}

/** An auditor reads every account of every firm. */
export function isOpenToAuditors(action: AccountAction): boolean {
  return RULES[action].auditors === true;
}

/** Who asks. Fits the caller of the HTTP library. */
export interface AccountCaller {
  readonly roles: readonly string[];
  /** Advisor firm of a client; absent for everybody else. */
  readonly firmId?: string;
  /** Login id of the acting member, or of the API user itself. */
  readonly member?: string;
  readonly entitlements?: readonly string[];
  /** The caller is the API client of the firm, acting for itself; absent where nobody has looked. */
  readonly firmItself?: boolean;
}

/** What the answer depends on: a state and a document both have it. */
export type AccessList = Pick<Account, 'firmId' | 'permissions' | 'requiredSigners'>;

/** `not-found` hides another firm's account. */
export type Access = 'ok' | 'not-found' | 'forbidden';

/**
 * Whether a caller may do something on an account: it acts for the account's firm, and the acting member holds a
 * permission that covers the action. Beside the list of holders two things count: owners keep at least {@link LEAST_OF_OWNERS} and
 * what is for `owners`, and the firm's API client, acting for itself, has what is for the `firm`.
 */
export function mayDo(action: AccountAction, account: AccessList, caller: AccountCaller): Access {
  if (caller.roles.includes('auditor') && isOpenToAuditors(action)) return 'ok';
  if (caller.firmId === undefined) return 'forbidden';
  if (caller.firmId !== account.firmId) return 'not-found';
  if (caller.firmItself === true && isForFirm(action)) return 'ok';
  const held = account.permissions.find((one) => one.loginId === caller.member);
  const { right, owners } = RULES[action];
  if (permits(held?.permission, right)) return 'ok';
  const kept = owners === true || permits(LEAST_OF_OWNERS, right);
  return kept && signsFor(account, caller.member) ? 'ok' : 'forbidden';
}

/** Whether somebody has to sign for an account: its owners, or the firm rep of a corporate one. */
export function signsFor(
  { requiredSigners }: Pick<AccessList, 'requiredSigners'>,
  loginId: string | undefined,
): boolean {
  return requiredSigners.some((one) => one.loginId === loginId);
}

/** Whether a caller created the account for others: the API user of the firm, or an advisor. */
export function openedForOthers(account: AccessList, { member }: AccountCaller): boolean {
  const held = account.permissions.find(({ loginId }) => loginId === member);
  return held?.permission === 'AC' && !signsFor(account, member);
}
