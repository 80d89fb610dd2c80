import {
  type AccountStatus,
  type Decision,
  FieldCode,
  fieldProblem,
  forbidden,
  omit,
  type Problem,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { mayDo, signsFor } from './access.js';
import type { UpdateAccount, UpdateInput } from './commands.js';
import type { AccountEvent } from './events.js';
import { type Account, ownersOf } from './state.js';
import { accountRules } from './account-rules.js';

/** The status of an account as reads show it. */
export function statusOf(
  account: Pick<Account, 'restrictions'> & { readonly closed?: boolean },
): AccountStatus {
  if (account.closed === true) return 'CLOSED';
  return account.restrictions.length > 0 ? 'RESTRICTED' : 'OPEN';
}

/** The refusal of commands on a closed account. */
export function closedRefusal(): Refusal {
  return refuse(accountRules.broken('account.closed.rule', 'The account is closed.'));
}

/**
 * The refusal for a caller who may not close the account: only its owners (the firm rep of a corporate one) and the firm's API client
 * may. If the request changes anything else, the caller also needs the right to manage.
 */
export function closingRefusal(
  { input, caller }: UpdateAccount,
  account: Account,
): Refusal | undefined {
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
  return obstacles.map((what) =>
    accountRules.broken('account.closing.rule', what, 'accountStatus'),
  );
}

/** The event that closes the account, if the request asks for it. */
export function closed({ input }: UpdateAccount, account: Account): readonly AccountEvent[] {
  if (input.accountStatus !== 'CLOSED') return [];
  const data = { accountNumber: account.accountNumber, owners: ownersOf(account) };
  return [{ type: 'account.AccountClosed', data }];
}

/** Decides an update of a closed account: closing it again changes nothing, everything else is refused. */
export function updateClosed({ input }: UpdateAccount): Decision<AccountEvent> {
  return input.accountStatus === 'CLOSED' && changesOnlyStatus(input) ? [] : closedRefusal();
}
