import type { AggregateStore } from '#libs/platform/event-store';
import { notFound, RefusedException } from '#libs/platform/kernel';
import { type Account, requireAccount } from '#libs/contexts/accounts';
import { findFolio, folioBook, type FolioState, sequenceWithin } from './folio-book.js';

/**
 * Reads the folio of a path from the log, for a write.
 * @throws RefusedException 404 if the account has no such folio
 */
export async function loadFolio(
  aggregates: AggregateStore,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioState> {
  const { state } = await aggregates.load(folioBook, accountNumber);
  const folio = findFolio(state, accountNumber, folioNumber)?.folio;
  if (!folio) throw new RefusedException(notFound());
  return folio;
}

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
  const [account] = await Promise.all([
    requireAccount(aggregates, accountNumber),
    loadFolio(aggregates, accountNumber, folioNumber),
  ]);
  return account;
}
