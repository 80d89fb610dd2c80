import { account, type Account, type AccountView, ownersOf, Shows } from '#libs/contexts/accounts';
import type { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { isAccountNumber, notFound, type ReadPoint } from '#libs/platform/kernel';
import { type ReadModels } from '#libs/platform/read-models';
import { type FolioDocument, folioDocuments } from './read-models/folio.document.js';
import { folioBook } from './domain/folio-book.js';
import type { AccountFact } from './domain/folio-book.commands.js';
import { findFolio, type FolioState } from './domain/folio-book.state.js';
import { sequenceWithin } from './domain/folio-number.js';

/**
 * The folio a path names, for a read below it.
 * @throws RefusedException 404 when the account has no folio of this number
 */
export async function folioOfPath(
  readModels: ReadModels,
  accountNumber: string,
  folioNumber: string,
  point: ReadPoint | undefined,
): Promise<FolioDocument> {
  const folio =
    sequenceWithin(accountNumber, folioNumber) === undefined
      ? undefined
      : await readModels.of(folioDocuments).shown(folioNumber, point);
  if (folio?.accountNumber !== accountNumber) throw new RefusedException(notFound());
  return folio;
}

/** A GET below a folio: the folio is read side by side with the caller's rights on its account, for {@link folioOf}. */
export function ShowsFolio(): MethodDecorator {
  return Shows(folioDocuments, ({ accountnumber = '', folionumber = '' }) =>
    sequenceWithin(accountnumber, folionumber) === undefined ? undefined : folionumber,
  );
}

/**
 * What `@Shown()` has of {@link ShowsFolio}.
 * @throws RefusedException 404 when the account has no folio of this number
 */
export function folioOf(
  { accountNumber }: AccountView,
  found: FolioDocument | undefined,
): FolioDocument {
  if (found?.accountNumber !== accountNumber) throw new RefusedException(notFound());
  return found;
}

/** What folios have to know of their account. */
export function accountFact(
  of: Pick<AccountView, 'firmId' | 'primaryAccountOwner' | 'jointOwners'>,
): NonNullable<AccountFact['account']> {
  return { firmId: of.firmId, owners: ownersOf(of) };
}

/**
 * The folio a path names, as the log has it, for what is to be done with it.
 * @throws RefusedException 404 when the account has no folio of this number
 */
export async function folioInBook(
  aggregates: AggregateStore,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioState> {
  const { state } = await aggregates.load(folioBook, accountNumber);
  const found = findFolio(state, accountNumber, folioNumber);
  if (!found) throw new RefusedException(notFound());
  return found.folio;
}

/**
 * The account of a path, once it is sure that it and its folio exist, for what the back office reports of a folio.
 * @throws RefusedException 404 when one of them does not
 */
export async function requireFolio(
  aggregates: AggregateStore,
  accountNumber: string,
  folioNumber: string,
): Promise<Account> {
  if (isAccountNumber(accountNumber)) {
    const [{ state }] = await Promise.all([
      aggregates.load(account, accountNumber),
      folioInBook(aggregates, accountNumber, folioNumber),
    ]);
    if (state.opened) return state;
  }
  throw new RefusedException(notFound());
}
