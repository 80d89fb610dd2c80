import type { AggregateStore } from '#libs/platform/event-store';
import { notFound, RefusedException } from '#libs/platform/kernel';
import { type Account, requireAccount } from '#libs/contexts/accounts';
import { findFolio, folioBook, sequenceWithin } from './folio-book.js';

/**
 * Reads the account of a path and checks that its folio exists, for the back office.
 * @throws RefusedException 404 if either does not exist
 */
export async function requireFolio(
  aggregates: AggregateStore,
  accountNumber: string,
  folioNumber: string,
): Promise<Account> {
  if (sequenceWithin(accountNumber, folioNumber) === undefined) {
    throw new RefusedException(notFound());
  }
  const [account, { state }] = await Promise.all([
    requireAccount(aggregates, accountNumber),
    aggregates.load(folioBook, accountNumber),
  ]);
  if (!findFolio(state, accountNumber, folioNumber)) throw new RefusedException(notFound());
  return account;
}
