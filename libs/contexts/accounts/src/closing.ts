import {
  conflict,
  type Decision,
  FieldCode,
  fieldProblem,
  forbidden,
  omit,
  type Problem,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import type { AccountStatus } from '#libs/contexts/codes';
import { mayDo, signsFor } from './access.js';
import type { DecideClosing, UndoOpening, UpdateAccount, UpdateInput } from './account-commands.js';
import {
  type Account,
  type AccountRule,
  accountRules,
  jointly,
  ownersOf,
  recorded,
} from './account-state.js';
import type { AccountChanges, AccountEvent } from './account.events.js';

/** The status of an account as reads show it. */
export function statusOf(
  account: Pick<Account, 'restrictions'> & { readonly closed?: boolean },
): AccountStatus {
  if (account.closed === true) return 'CLOSED';
  return account.restrictions.length > 0 ? 'RESTRICTED' : 'OPEN';
}

/** The problem of anything that a closed account does not take; undefined on one that is not. */
export function closedProblem({ closed }: { readonly closed?: boolean }): Problem | undefined {
  return closed === true ? CLOSED : undefined;
}

const CLOSED = accountRules.broken('account.closed.rule', 'The account is closed.');

/** The refusal of commands on a closed account. */
export function closedRefusal(): Refusal {
  return refuse(CLOSED);
}

/**
 * The refusal for a caller who may not close the account: only its owners (the firm rep of a corporate one) and the firm's API client
 * may. If the request changes anything else, the caller also needs the right to manage.
 */
export function closingRefusal({ input, caller }: UpdateAccount, account: Account) {
  if (input.accountStatus !== 'CLOSED') return undefined;
  if (caller.firmItself !== true && !signsFor(account, caller.member)) {
    return forbidden('Only an owner or the API client of the firm may close an account.');
  }
  return changesOnlyStatus(input) || mayDo('manage', account, caller) === 'ok'
    ? undefined
    : forbidden();
}

function changesOnlyStatus(input: UpdateInput): boolean {
  return Object.keys(omit(input, 'accountNumber', 'accountStatus')).length === 0;
}

/** Problems of the requested status: only CLOSED can be requested, and only if nothing is held or pending. */
export function closingProblems(
  { input: { accountStatus }, facts: { obstacles = [] } }: UpdateAccount,
  account: Account,
): readonly Problem[] {
  if (accountStatus === undefined || accountStatus === statusOf(account)) return [];
  if (accountStatus !== 'CLOSED') {
    const message = `The account is ${statusOf(account)}; only CLOSED can be requested.`;
    return [fieldProblem('accountStatus', FieldCode.NotUpdatable, message)];
  }
  return obstacles.map(obstacleProblem);
}

/** The event that begins the closing. What else the request changes waits for its end, since a refused request changes nothing. */
export function begin(account: Account, changes: AccountChanges): Decision<AccountEvent> {
  const alone = Object.keys(changes).length === 0;
  if (account.closing.begun) {
    return alone ? [] : conflict('The account is being closed by another request; try again.');
  }
  const { accountNumber, primaryAccountOwner } = account;
  const data = { accountNumber, primaryAccountOwner, ...jointly(account) };
  return [{ type: 'account.ClosingBegun', data: alone ? data : { ...data, changes } }];
}

/** Completes or takes back a closing that has begun; whoever comes first decides it. */
export const decideClosing: AccountRule<DecideClosing> = ({ obstacles }, account, { now }) => {
  const { accountNumber, closing } = account;
  if (account.closed || !closing.begun) return [];
  if (obstacles.length > 0) {
    return [{ type: 'account.ClosingTakenBack', data: { accountNumber, obstacles } }];
  }
  const data = { accountNumber, owners: ownersOf(account), closedAt: now };
  return [...recorded(account, closing.changes), { type: 'account.AccountClosed', data }];
};

/** Closes an account whose opening is refused in the end. */
export const undoOpening: AccountRule<UndoOpening> = (_command, account, { now }) => {
  const { accountNumber, closed } = account;
  if (closed) return [];
  const data = { accountNumber, owners: ownersOf(account), closedAt: now } as const;
  return [{ type: 'account.AccountClosed', data: { ...data, neverOpened: true } }];
};

/** The refusal of a closing because of what stands in the way. */
export function obstructed(obstacles: readonly string[]): Refusal {
  return refuse(...obstacles.map(obstacleProblem));
}

const obstacleProblem = (what: string): Problem =>
  accountRules.broken('account.closing.rule', what, 'accountStatus');

/** Decides an update of a closed account: closing it again changes nothing, everything else is refused. */
export function updateClosed({ input }: UpdateAccount): Decision<AccountEvent> {
  return input.accountStatus === 'CLOSED' && changesOnlyStatus(input) ? [] : closedRefusal();
}
