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

/** Why a closed account is asked for nothing any more. */
export function closedRefusal(): Refusal {
  return refuse(accountRules.broken('account.closed.rule', 'The account is closed.'));
}

/**
 * Who may not close the account: everybody but its owners, the firm rep of a corporate one, and the API client of the firm. That one needs
 * a permission for whatever else it asks for.
 */
export function closingRefusal(
  { input, caller }: UpdateAccount,
  account: Account,
): Refusal | undefined {
  if (input.accountStatus !== 'CLOSED') return undefined;
  if (caller.firmItself !== true && !signsFor(account, caller.member)) {
    return forbidden('An account is closed by an owner, or by the API client of the firm.');
  }
  return asksOnlyForStatus(input) || mayDo('manage', account, caller) === 'ok'
    ? undefined
    : forbidden();
}

function asksOnlyForStatus(input: UpdateInput): boolean {
  return Object.keys(omit(input, 'accountNumber', 'accountStatus')).length === 0;
}

/** What is wrong with the status asked for: nothing but CLOSED can be, and only where nothing is held or under way. */
export function closingProblems(
  { input: { accountStatus }, facts: { inTheWay = [] } }: UpdateAccount,
  account: Account,
): readonly Problem[] {
  if (accountStatus === undefined || accountStatus === statusOf(account)) return [];
  if (accountStatus !== 'CLOSED') {
    const message = `The account is ${statusOf(account)}; CLOSED is all that can be asked for.`;
    return [fieldProblem('accountStatus', FieldCode.NotUpdatable, message)];
  }
  return inTheWay.map((what) => accountRules.broken('account.closing.rule', what, 'accountStatus'));
}

/** The end of the account, where the request asks for it. */
export function closed({ input }: UpdateAccount, account: Account): readonly AccountEvent[] {
  if (input.accountStatus !== 'CLOSED') return [];
  const data = { accountNumber: account.accountNumber, owners: ownersOf(account) };
  return [{ type: 'account.AccountClosed', data }];
}

/** What a closed account answers to an update: one that asks for the status it has changes nothing. */
export function updateClosed({ input }: UpdateAccount): Decision<AccountEvent> {
  return input.accountStatus === 'CLOSED' && asksOnlyForStatus(input) ? [] : closedRefusal();
}
