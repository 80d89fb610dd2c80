import {
  forbidden,
  notFound,
  pathMismatches,
  pick,
  type Problem,
  refuse,
  RestrictionReasons,
} from '#libs/platform/kernel';
import { openedForOthers } from './access.js';
import type { AddRestriction, ApplyIdentityCheck, RemoveRestriction } from './commands.js';
import type { AccountEvent, Restriction, RestrictionLifted } from './events.js';
import { type Account, type AccountRule, jointly } from './state.js';
import { accountRules } from './account-rules.js';

/** Most restrictions of an account: every read of the account has them, and every refusal names them. */
const MOST = 100;

/** What a restricted account refuses ([restriction.refuses]). Everything that only winds something up stays possible. */
const REFUSED = {
  read: false,
  update: false,
  sign: false,
  createFolio: false,
  updateFolio: false,
  bankLink: false,
  permissions: false,
  vote: false,
  cancelOrder: false,
  cancelCashTransaction: false,
  placeOrder: true,
  subscribePlacement: true,
  createCashTransaction: true,
  targetWeights: true,
  rtgSubscription: true,
};

/** Every kind of action on an account that a restriction could concern. */
export type RestrictedAction = keyof typeof REFUSED;

/**
 * The problem `account.restricted.rule` when the account has a restriction that refuses the action; its message names every
 * restriction. Takes a state or a document.
 */
export function restrictionProblem(
  account: { readonly restrictions: readonly Pick<Restriction, 'restrictionId' | 'reasonCode'>[] },
  action: RestrictedAction,
): Problem | undefined {
  if (!REFUSED[action] || account.restrictions.length === 0) return undefined;
  const names = account.restrictions.map(
    ({ reasonCode, restrictionId }) =>
      `${reasonCode} ${RestrictionReasons[reasonCode]} (restriction ${restrictionId})`,
  );
  return accountRules.broken(
    'account.restricted.rule',
    `The account is restricted: ${names.join(', ')}.`,
  );
}

/** A firm sets reason 021 and no other: 020 belongs to the opening, 022 to the service ([restriction.reasons]). */
export const addRestriction: AccountRule<AddRestriction> = (command, account, { ids }) => {
  const { input, caller } = command;
  const { accountNumber, primaryAccountOwner, restrictions } = account;
  const problems = pathMismatches({ accountNumber }, input);
  if (restrictions.length >= MOST) {
    const message = `An account has at most ${MOST} restrictions.`;
    problems.push(accountRules.broken('account.restriction.limit.rule', message));
  }
  if (problems.length > 0) return refuse(...problems);
  const setBy = caller.member ?? caller.firmId;
  const data = {
    accountNumber,
    primaryAccountOwner,
    ...jointly(account),
    restrictionId: ids.digits(10),
    reasonCode: '021',
    restrictionType: 'CR',
    ...pick(input, 'note'),
    ...(setBy !== undefined && { setBy }),
  } as const;
  return [{ type: 'account.AccountRestricted', data }];
};

/**
 * Firms with the entitlement remove any restriction, 020 included ([restriction.managing]): they answer for the agreement themselves. A
 * signature that comes later is stored as usual. It is for the firm itself and whoever opened the account for others: nobody lifts what
 * the own account is restricted for, nor has it lifted by somebody let in. What stands for a failed identity check nobody lifts: for
 * that the broker answers.
 */
export const removeRestriction: AccountRule<RemoveRestriction> = (
  { restrictionId, caller },
  account,
) => {
  if (caller.entitlements?.includes('removeRestrictions') !== true) {
    return forbidden('The firm is not entitled to remove restrictions.');
  }
  if (caller.firmItself !== true && !openedForOthers(account, caller)) {
    return forbidden('Only the firm, or who opened the account for others, may do this.');
  }
  const restriction = account.restrictions.find((one) => one.restrictionId === restrictionId);
  if (!restriction) return notFound('The account has no such restriction.');
  if (restriction.identityOf !== undefined) {
    return forbidden('The restriction ends when the identity check has been passed.');
  }
  return [lifted(account, restriction, 'request', caller.member ?? caller.firmId)];
};

/**
 * A signer whose identity check has failed keeps the account restricted, by 022, until the check is passed; signatures end 020
 * as ever. While a check is pending the account is used as others are.
 */
export const applyIdentityCheck: AccountRule<ApplyIdentityCheck> = (
  { loginId, cipStatus },
  account,
  { ids },
) => {
  const { accountNumber, primaryAccountOwner, requiredSigners, restrictions } = account;
  if (!requiredSigners.some((one) => one.loginId === loginId)) return [];
  const existing = restrictions.find((one) => one.identityOf === loginId);
  if (cipStatus === 'FAILED' && !existing) {
    const restriction = {
      restrictionId: ids.digits(10),
      reasonCode: '022',
      restrictionType: 'CR',
      note: `The identity check of ${loginId} has failed.`,
      identityOf: loginId,
    } as const;
    const data = { accountNumber, primaryAccountOwner, ...restriction };
    return [{ type: 'account.AccountRestricted', data }];
  }
  return cipStatus === 'PASSED' && existing ? [lifted(account, existing, 'identity')] : [];
};

/** The end of a restriction. */
export function lifted(
  { accountNumber }: Account,
  { restrictionId, reasonCode }: Restriction,
  cause: RestrictionLifted['cause'],
  liftedBy?: string,
): AccountEvent {
  const data = { accountNumber, restrictionId, reasonCode, cause };
  return {
    type: 'account.RestrictionLifted',
    data: liftedBy === undefined ? data : { ...data, liftedBy },
  };
}
