import { searchForm } from '#libs/platform/kernel';
import { statusOf } from '../domain/closing.js';
import type { AccountDocument } from './account.model.js';

/** Which accounts a list is of; what is not given doesn't matter. */
export interface WantedAccounts {
  /** Login id of the primary or a joint owner. */
  readonly owner?: string;
  readonly accountType?: readonly string[];
  readonly accountStatus?: readonly string[];
  /** Part of the name; see {@link searchForm}. */
  readonly accountName?: string;
}

/** Whether an account is wanted; undefined: all are. */
export function accountFilter({
  owner,
  accountType,
  accountStatus,
  accountName,
}: WantedAccounts): ((account: AccountDocument) => boolean) | undefined {
  if ((owner ?? accountType ?? accountStatus ?? accountName) === undefined) return undefined;
  const name = accountName === undefined ? undefined : searchForm(accountName);
  return (account) =>
    (owner === undefined || account.owners.includes(owner)) &&
    (accountType?.includes(account.accountType) ?? true) &&
    (accountStatus?.includes(statusOf(account)) ?? true) &&
    (name === undefined || searchForm(account.accountName ?? '').includes(name));
}
