import { type Permission, type PermissionRight, Permissions, permits } from '#libs/platform/kernel';
import type { Account } from './state.js';

/** Who may perform an action: holders of a permission with this right ([permission.codes]), and the callers marked below. */
interface ActionRules {
  readonly right: PermissionRight;
  /** Auditors, on every account of every firm. */
  readonly auditors?: true;
  /** The firm's API client acting for itself, on all accounts of the firm. */
  readonly firm?: true;
  /** The owners (the firm rep of a corporate account), whatever permission they hold. */
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
  /** Folio updates, restrictions, new permissions. */
  manage: { right: 'manage' },
  /** Account updates; the firm's API client may close the account without a permission. */
  update: { right: 'manage', firm: true },
  /** Signing the customer agreement; required signers need no permission. */
  sign: { right: 'manage', owners: true },
  readPermissions: { right: 'readDetails', auditors: true, firm: true },
  /** Changing and revoking the permissions of others; owners need no permission. */
  changePermissions: { right: 'manage', firm: true, owners: true },
} as const satisfies Record<string, ActionRules>;

/** What a request does to an account, for the check of rights. */
export type AccountAction = keyof typeof ACTIONS;

const RULES: Readonly<Record<AccountAction, ActionRules>> = ACTIONS;

/** Owners have at least the rights of this permission. */
const OWNER_MINIMUM: Permission = 'DV';

/** Whether a permission is at least the minimum every owner keeps. */
export function isEnoughForOwner(permission: Permission): boolean {
  return permits(permission, RULES.details.right);
}

/** Whether the firm's API client, acting for itself, may do this on all accounts of the firm. */
export function isForFirm(action: AccountAction): boolean {
  return RULES[action].firm === true;
}

/** The permissions that cover an action. */
export function permissionsFor(action: AccountAction): readonly Permission[] {
  const codes = Object.keys(Permissions) as Permission[];
  return codes.filter((code) => permits(code, RULES[action].right));
}

/** Whether auditors may do this on every account of every firm. */
export function isOpenToAuditors(action: AccountAction): boolean {
  return RULES[action].auditors === true;
}

/** The caller, structurally compatible with that of the HTTP library. */
export interface AccountCaller {
  readonly roles: readonly string[];
  /** Advisor firm of a client; absent for other roles. */
  readonly firmId?: string;
  /** Login id of the acting member, or of the API user itself. */
  readonly member?: string;
  readonly entitlements?: readonly string[];
  /** Whether the caller is the firm's API client acting for itself; absent if not checked. */
  readonly firmItself?: boolean;
}

/** The part of an account that rights depend on; both state and document have it. */
export type AccessList = Pick<Account, 'firmId' | 'permissions' | 'requiredSigners'>;

/** `not-found` hides another firm's account. */
export type Access = 'ok' | 'not-found' | 'forbidden';

/**
 * Whether a caller may perform an action on an account. The caller must act for the account's firm, and the acting member needs a
 * permission that covers the action. Owners have at least the rights of {@link OWNER_MINIMUM}.
 */
export function mayDo(action: AccountAction, account: AccessList, caller: AccountCaller): Access {
  if (caller.roles.includes('auditor') && isOpenToAuditors(action)) return 'ok';
  if (caller.firmId === undefined) return 'forbidden';
  if (caller.firmId !== account.firmId) return 'not-found';
  if (caller.firmItself === true && isForFirm(action)) return 'ok';
  const held = account.permissions.find((one) => one.loginId === caller.member);
  const { right, owners } = RULES[action];
  if (permits(held?.permission, right)) return 'ok';
  const isForOwners = owners === true || permits(OWNER_MINIMUM, right);
  return isForOwners && signsFor(account, caller.member) ? 'ok' : 'forbidden';
}

/** Whether a member has to sign for an account: its owners, or the firm rep of a corporate one. */
export function signsFor(
  { requiredSigners }: Pick<AccessList, 'requiredSigners'>,
  loginId: string | undefined,
): boolean {
  return requiredSigners.some((one) => one.loginId === loginId);
}

/** Whether the caller (the firm's API user or an advisor) created the account for others. */
export function openedForOthers(account: AccessList, { member }: AccountCaller): boolean {
  const held = account.permissions.find(({ loginId }) => loginId === member);
  return held?.permission === 'AC' && !signsFor(account, member);
}
