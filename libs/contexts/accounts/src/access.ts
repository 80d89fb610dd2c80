import {
  type Caller,
  equalJson,
  FieldCode,
  fieldProblem,
  forbidden,
  notFound,
  pathMismatches,
  type Problem,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { type Permission, type PermissionRight, Permissions, permits } from '#libs/contexts/codes';
import type { ChangePermission, GrantPermission, RevokePermission } from './account-commands.js';
import { type Account, type AccountRule, accountRules } from './account-state.js';
import type { AccountOpened, AccountPermission } from './account.events.js';

/** Which alerts the holder of a permission receives. AM holders must have `all`. */
export const AlertLevels = {
  all: 'All alerts',
  limited: 'Limited alerts',
  none: 'No alerts',
} as const;
export type AlertLevel = keyof typeof AlertLevels;

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

export function permissionsFor(action: AccountAction): readonly Permission[] {
  const codes = Object.keys(Permissions) as Permission[];
  return codes.filter((code) => permits(code, RULES[action].right));
}

/** Whether auditors may do this on every account of every firm. */
export function isOpenToAuditors(action: AccountAction): boolean {
  return RULES[action].auditors === true;
}

/** What rights depend on of a caller. */
export interface AccountCaller
  extends Pick<Caller, 'firmId' | 'member' | 'firmItself'>, Partial<Pick<Caller, 'entitlements'>> {
  readonly roles: readonly string[];
}

/** The part of an account that rights depend on; both state and document have it. */
export type AccessList = Pick<Account, 'firmId' | 'permissions' | 'requiredSigners'>;

/** `not-found` hides another firm's account. */
type Access = 'ok' | 'not-found' | 'forbidden';

/**
 * Whether a caller may perform an action on an account. The caller must act for the account's firm, and the acting member needs a
 * permission that covers the action. Owners have at least the rights of {@link OWNER_MINIMUM}.
 */
export function mayDo(action: AccountAction, account: AccessList, caller: AccountCaller): Access {
  if (caller.roles.includes('auditor') && isOpenToAuditors(action)) return 'ok';
  if (caller.firmId === undefined) return 'forbidden';
  if (caller.firmId !== account.firmId) return 'not-found';
  const { right, firm, owners } = RULES[action];
  if (caller.firmItself === true && firm === true) return 'ok';
  const held = account.permissions.find((one) => one.loginId === caller.member);
  if (permits(held?.permission, right)) return 'ok';
  const isForOwners = owners === true || permits(OWNER_MINIMUM, right);
  return isForOwners && signsFor(account, caller.member) ? 'ok' : 'forbidden';
}

const REFUSALS = { ok: undefined, 'not-found': notFound(), forbidden: forbidden() };

/** The refusal for a caller who may not perform an action on an account; undefined if allowed. */
export function accessRefusal(
  action: AccountAction,
  account: AccessList,
  caller: AccountCaller,
): Refusal | undefined {
  return REFUSALS[mayDo(action, account, caller)];
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

const OWNER_RULE = 'account.permission.for.account.owner.rule';

const OWNER_MESSAGE = 'An owner, or the firm rep of a corporate owner, keeps at least DV.';

const EXISTENCE_RULE = 'account.permission.existence.rule';

/** Maximum number of permissions of an account: every read of the account loads them all. */
const MAX_PERMISSIONS = 1_000;

/**
 * The permissions of a new account ([permission.at-creation]): AC for its creator, AM for its owners or the firm rep of a corporate
 * account, DV for trustees. A person in two roles gets the first. Owners are listed on reports.
 */
export function openingPermissions(account: AccountOpened): readonly AccountPermission[] {
  const { createdBy, requiredSigners, trustees } = account;
  const owners = requiredSigners.map(({ loginId }) => loginId);
  const hold =
    (permission: Permission, alertLevel: AlertLevel) =>
    (loginId: string): AccountPermission => {
      return { loginId, permission, alertLevel, listOnReport: owners.includes(loginId) };
    };
  const held = [
    hold('AC', 'all')(createdBy),
    ...owners.map(hold('AM', 'all')),
    ...trustees.map(hold('DV', 'none')),
  ];
  return held.filter((one, index) => index === held.findIndex((it) => it.loginId === one.loginId));
}

/** Grants a permission; `alertLevel` defaults to `all` for AM and `none` otherwise, `listOnReport` to false. */
export const grantPermission: AccountRule<GrantPermission> = (command, account) => {
  const { input, facts } = command;
  const { accountNumber, permissions } = account;
  const { loginId, permission } = input;
  const { alertLevel = permission === 'AM' ? 'all' : 'none', listOnReport = false } = input;
  const held = permissions.find((one) => one.loginId === loginId);
  const next = { loginId, permission, alertLevel, listOnReport };
  const problems = [
    ...pathMismatches({ accountNumber }, input),
    ...permissionProblems(permission, next, signsFor(account, loginId)),
  ];
  if (held?.permission === 'AC') problems.push(creatorProblem('loginId'));
  else if (held && !equalJson(held, next)) {
    const message = 'The member already holds a permission on the account; change it instead.';
    problems.push(accountRules.broken(EXISTENCE_RULE, message, 'loginId'));
  }
  if (!held && !facts.loginKnown) {
    problems.push(fieldProblem('loginId', FieldCode.Value, 'The firm has no such login id.'));
  }
  if (!held && permissions.length >= MAX_PERMISSIONS) {
    const message = `An account has at most ${MAX_PERMISSIONS} permissions.`;
    problems.push(accountRules.broken('account.permission.limit.rule', message));
  }
  if (problems.length > 0) return refuse(...problems);
  return held ? [] : [{ type: 'account.PermissionGranted', data: { accountNumber, ...next } }];
};

/** Whether a caller may change or revoke AC: an owner, or the firm's API client for itself, if the holder is neither caller nor owner. */
function overrulesCreator(account: Account, caller: AccountCaller, creator: string): boolean {
  if (caller.member === creator || signsFor(account, creator)) return false;
  return caller.firmItself === true || signsFor(account, caller.member);
}

/**
 * Whether an owner only wants other alerts, or to be listed on reports: that is theirs to say, whatever permission they hold. Holders of AC
 * and AM keep all alerts.
 */
function isOwnWish(
  account: Account,
  caller: AccountCaller,
  held: AccountPermission,
  next: AccountPermission,
): boolean {
  const { loginId, permission, alertLevel } = held;
  const mayChangeAlerts = permission !== 'AC' && permission !== 'AM';
  return (
    loginId === caller.member &&
    signsFor(account, loginId) &&
    next.permission === permission &&
    (mayChangeAlerts || next.alertLevel === alertLevel)
  );
}

/**
 * Changes a permission; omitted fields keep their values. Owners and the firm's API client may change the permissions of others. The
 * permission of an owner (of a corporate account, the firm rep) may be changed only by the firm, or by the creator if not an owner, and
 * not below DV: neither another owner nor anyone an owner let in may reduce it.
 */
export const changePermission: AccountRule<ChangePermission> = (command, account) => {
  const { loginId, input, caller } = command;
  const { accountNumber, permissions } = account;
  const held = permissions.find((one) => one.loginId === loginId);
  const next = held && {
    loginId,
    permission: input.permission ?? held.permission,
    alertLevel: input.alertLevel ?? held.alertLevel,
    listOnReport: input.listOnReport ?? held.listOnReport,
  };
  const problems = pathMismatches({ accountNumber, loginId }, input);
  if (next && equalJson(held, next) && problems.length === 0) return [];

  if (next && isOwnWish(account, caller, held, next)) {
    if (problems.length > 0) return refuse(...problems);
    return [{ type: 'account.PermissionChanged', data: { accountNumber, ...next } }];
  }
  const isOwners = signsFor(account, loginId) && held?.permission !== 'AC';
  if (isOwners && caller.firmItself !== true && !openedForOthers(account, caller)) {
    return forbidden('Only the firm, or the creator of the account if not an owner, may do this.');
  }
  if (loginId === caller.member && mayDo('manage', account, caller) !== 'ok') {
    return forbidden('The caller may not raise their own permission.');
  }
  if (held?.permission === 'AC' && !overrulesCreator(account, caller, loginId)) {
    problems.push(creatorProblem('loginId'));
  }
  if (!next) return refuse(...problems, existenceProblem());
  problems.push(...permissionProblems(input.permission, next, signsFor(account, loginId)));
  if (problems.length > 0) return refuse(...problems);
  return [{ type: 'account.PermissionChanged', data: { accountNumber, ...next } }];
};

/** Alert levels from the least to the most. */
const ALERTS: readonly AlertLevel[] = ['none', 'limited', 'all'];

/** Whether nothing of a permission grows by a change: all that a closed account takes. */
export function reducesPermission(
  { loginId, input }: ChangePermission,
  permissions: readonly AccountPermission[],
): boolean {
  const held = permissions.find((one) => one.loginId === loginId);
  if (!held) return true;
  const { permission, alertLevel, listOnReport } = { ...held, ...input };
  return (
    Permissions[permission].rights.every((right) => permits(held.permission, right)) &&
    ALERTS.indexOf(alertLevel) <= ALERTS.indexOf(held.alertLevel) &&
    (held.listOnReport || !listOnReport)
  );
}

export const revokePermission: AccountRule<RevokePermission> = ({ loginId, caller }, account) => {
  const { accountNumber, permissions } = account;
  const held = permissions.find((one) => one.loginId === loginId);
  if (!held) return refuse(existenceProblem());
  if (held.permission === 'AC' && !overrulesCreator(account, caller, loginId)) {
    return refuse(creatorProblem('loginId'));
  }
  if (signsFor(account, loginId)) {
    return refuse(accountRules.broken(OWNER_RULE, OWNER_MESSAGE, 'loginId'));
  }
  return [{ type: 'account.PermissionRevoked', data: { accountNumber, loginId } }];
};

/** The problem of a login id without a permission on the account, for reads too ([permission.managing]). */
export function existenceProblem(): Problem {
  const message = 'The member holds no permission on the account.';
  return accountRules.broken(EXISTENCE_RULE, message, 'loginId');
}

function creatorProblem(field: string): Problem {
  return accountRules.broken(
    'account.permission.for.account.creator.rule',
    'AC cannot be granted. Only owners and the firm may change or revoke it, except that of an owner.',
    field,
  );
}

/** AC is granted only by opening the account, an owner keeps at least DV, and AM gets all alerts. */
function permissionProblems(
  requested: Permission | undefined,
  { permission, alertLevel }: AccountPermission,
  ofOwner: boolean,
): Problem[] {
  const problems: Problem[] = [];
  if (requested === 'AC') problems.push(creatorProblem('permission'));
  if (ofOwner && requested !== undefined && !permits(requested, RULES.details.right)) {
    problems.push(accountRules.broken(OWNER_RULE, OWNER_MESSAGE, 'permission'));
  }
  if (permission === 'AM' && alertLevel !== 'all') {
    const message = 'Permission AM requires alert level all.';
    problems.push(fieldProblem('alertLevel', FieldCode.Value, message));
  }
  return problems;
}
