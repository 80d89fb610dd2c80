import {
  forbidden,
  notFound,
  pathMismatches,
  pick,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import { RestrictionReasons } from '#libs/contexts/codes';
import { openedForOthers, signsFor } from './access.js';
import type { AddRestriction, ApplyIdentityCheck, RemoveRestriction } from './account-commands.js';
import { type Account, type AccountRule, accountRules, jointly } from './account-state.js';
import type { AccountEvent, Restriction, RestrictionLifted } from './account.events.js';

/** Maximum number of restrictions of an account: every read loads them all, and every refusal names them. */
const MAX_RESTRICTIONS = 100;

/**
 * The problem `account.restricted.rule`, naming every restriction, if the account has any. Orders, subscriptions, cash transactions, target
 * weights and RTG subscriptions ask for it; everything else goes on ([restriction.refuses], [restriction.allows]).
 */
export function restrictionProblem(account: {
  readonly restrictions: readonly Pick<Restriction, 'restrictionId' | 'reasonCode'>[];
}): Problem | undefined {
  if (account.restrictions.length === 0) return undefined;
  const names = account.restrictions.map(
    ({ reasonCode, restrictionId }) =>
      `${reasonCode} ${RestrictionReasons[reasonCode]} (restriction ${restrictionId})`,
  );
  return accountRules.broken(
    'account.restricted.rule',
    `The account is restricted: ${names.join(', ')}.`,
  );
}

/** Firms set only reason 021: 020 is for the opening, 022 for the service ([restriction.reasons]). */
export const addRestriction: AccountRule<AddRestriction> = (command, account, { ids }) => {
  const { input, caller } = command;
  const { accountNumber, primaryAccountOwner, restrictions } = account;
  const problems = pathMismatches({ accountNumber }, input);
  if (restrictions.length >= MAX_RESTRICTIONS) {
    const message = `An account has at most ${MAX_RESTRICTIONS} restrictions.`;
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
 * Firms with the entitlement may remove any restriction, even 020 ([restriction.managing]): they are responsible for the agreement.
 * Later signatures are stored as usual. Only the firm itself, or a member who opened the account for others, may do this, so that owners
 * can't lift the restrictions of their own accounts, alone or through someone they let in. A restriction for a failed identity check
 * can't be removed: that check is the broker's responsibility.
 */
export const removeRestriction: AccountRule<RemoveRestriction> = (
  { restrictionId, caller },
  account,
) => {
  if (caller.entitlements?.includes('removeRestrictions') !== true) {
    return forbidden('The firm is not entitled to remove restrictions.');
  }
  if (caller.firmItself !== true && !openedForOthers(account, caller)) {
    return forbidden('Only the firm, or a member who opened the account for others, may do this.');
  }
  const restriction = account.restrictions.find((one) => one.restrictionId === restrictionId);
  if (!restriction) return notFound('The account has no such restriction.');
  if (restriction.identityOf !== undefined) {
    return forbidden('The restriction ends when the identity check has been passed.');
  }
  return [lifted(account, restriction, 'request', caller.member ?? caller.firmId)];
};

/** A failed identity check of a signer restricts the account (022) until the check is passed; a pending check does not. */
export const applyIdentityCheck: AccountRule<ApplyIdentityCheck> = (
  { loginId, cipStatus },
  account,
  { ids },
) => {
  const { accountNumber, primaryAccountOwner, restrictions } = account;
  if (!signsFor(account, loginId)) return [];
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
