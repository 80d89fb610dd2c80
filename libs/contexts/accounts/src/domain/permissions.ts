import {
  type AlertLevel,
  equalJson,
  FieldCode,
  fieldProblem,
  forbidden,
  pathMismatches,
  type Permission,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import {
  type AccountCaller,
  isEnoughForOwner,
  mayDo,
  openedForOthers,
  signsFor,
} from './access.js';
import type { ChangePermission, GrantPermission, RevokePermission } from './commands.js';
import type { AccountOpened, AccountPermission } from './events.js';
import type { Account, AccountRule } from './state.js';
import { accountRules } from './account-rules.js';

const OWNER_RULE = 'account.permission.for.account.owner.rule';
const OWNER_MESSAGE = 'Whoever owns the account, or represents its owner, keeps at least DV.';
const EXISTENCE_RULE = 'account.permission.existence.rule';
/** Most permissions on an account: every read of the account has them. */
const MOST = 1_000;

/**
 * Who holds what when an account opens ([permission.at-creation]): its creator AC, its owners AM, the firm rep of a corporate account
 * AM, trustees DV. A person in two roles gets the first of them. Owners are listed on reports.
 */
export function openingPermissions(account: AccountOpened): readonly AccountPermission[] {
  const { createdBy, firmRep, primaryAccountOwner, jointOwners, trustees } = account;
  const owners = firmRep === undefined ? [primaryAccountOwner, ...jointOwners] : [firmRep];
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

/** Gives a login id a permission; `alertLevel` defaults to `all` for AM and `none` else, `listOnReport` to false. */
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
    const message = 'The member holds a permission on the account already; change it instead.';
    problems.push(accountRules.broken(EXISTENCE_RULE, message, 'loginId'));
  }
  if (!held && !facts.loginKnown) {
    problems.push(fieldProblem('loginId', FieldCode.Value, 'Nobody has this login id.'));
  }
  if (!held && permissions.length >= MOST) {
    const message = `An account has at most ${MOST} permissions.`;
    problems.push(accountRules.broken('account.permission.limit.rule', message));
  }
  if (problems.length > 0) return refuse(...problems);
  return held ? [] : [{ type: 'account.PermissionGranted', data: { accountNumber, ...next } }];
};

/**
 * Whether a caller may change or revoke AC: an owner of the account or the API client of the firm, acting for itself, where the
 * holder is another one and no owner.
 */
function overrulesCreator(account: Account, caller: AccountCaller, creator: string): boolean {
  if (caller.member === creator || signsFor(account, creator)) return false;
  return caller.firmItself === true || signsFor(account, caller.member);
}

/**
 * Changes what a login id holds; what the request leaves out stays, and what holds already is no change. Owners and the API client of
 * the firm change what others were granted. What an owner may do (of a corporate account the firm rep) is settled by the creator of the
 * account or by the firm, down to DV: no owner takes anything from another one, nor does anybody an owner let in.
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

  const settled = signsFor(account, loginId) && held?.permission !== 'AC';
  if (settled && caller.firmItself !== true && !openedForOthers(account, caller)) {
    return forbidden(
      'Only the firm and the creator of the account, who must be no owner, may do this.',
    );
  }
  if (loginId === caller.member && mayDo('manage', account, caller) !== 'ok') {
    return forbidden('Nobody raises what they hold themselves.');
  }
  if (held?.permission === 'AC' && !overrulesCreator(account, caller, loginId)) {
    problems.push(creatorProblem('loginId'));
  }
  if (!next) return refuse(...problems, existenceProblem());
  problems.push(...permissionProblems(input.permission, next, signsFor(account, loginId)));
  if (problems.length > 0) return refuse(...problems);
  return [{ type: 'account.PermissionChanged', data: { accountNumber, ...next } }];
};

/** Takes a permission away; never that of an owner. */
export const revokePermission: AccountRule<RevokePermission> = ({ loginId, caller }, account) => {
  const { accountNumber, permissions } = account;
  const held = permissions.find((one) => one.loginId === loginId);
  if (!held) return refuse(existenceProblem());
  if (held.permission === 'AC' && !overrulesCreator(account, caller, loginId)) {
    return refuse(creatorProblem('loginId'));
  }
  if (signsFor(account, loginId))
    return refuse(accountRules.broken(OWNER_RULE, OWNER_MESSAGE, 'loginId'));
  return [{ type: 'account.PermissionRevoked', data: { accountNumber, loginId } }];
};

/** A login id without a permission on the account ([permission.managing]); a read of that permission answers the same. */
export function existenceProblem(): Problem {
  return accountRules.broken(
    EXISTENCE_RULE,
    'The member holds no permission on the account.',
    'loginId',
  );
}

function creatorProblem(field: string): Problem {
  return accountRules.broken(
    'account.permission.for.account.creator.rule',
    'Nobody grants AC; only owners and the firm change or revoke it, and never that of an owner.',
    field,
  );
}

/**
 * AC comes with the opening of the account alone, an owner keeps at least DV, and AM gets all alerts.
 * @param asked the permission asked for, where one is
 */
function permissionProblems(
  asked: Permission | undefined,
  { permission, alertLevel }: AccountPermission,
  ofOwner: boolean,
): Problem[] {
  const problems: Problem[] = [];
  if (asked === 'AC') problems.push(creatorProblem('permission'));
  if (ofOwner && asked !== undefined && !isEnoughForOwner(asked)) {
    problems.push(accountRules.broken(OWNER_RULE, OWNER_MESSAGE, 'permission'));
  }
  if (permission === 'AM' && alertLevel !== 'all') {
    const message = 'Permission AM needs the alert level all.';
    problems.push(fieldProblem('alertLevel', FieldCode.Value, message));
  }
  return problems;
}
