import type { PipeTransform } from '@nestjs/common';
import { type Account, requireAccount, Shown, Shows } from '#libs/contexts/accounts';
import { type AggregateStore, type Outcome, writtenWithin } from '#libs/platform/event-store';
import { RefusedException, type Written } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { folioBook } from './domain/folio-book.js';
import type { FolioEvent } from './domain/folio-book.events.js';
import {
  findFolio,
  type FolioBook,
  type FolioState,
  sequenceWithin,
} from './domain/folio-book.state.js';
import { type FolioDocument, folioDocuments } from './read-models/folio.document.js';

/** What folios have to know of RTG folio models; the context that keeps the models provides it. */
export abstract class RtgDirectory {
  /** Whether there is a model of this id, as the log has it at the time of the call. */
  abstract exists(rtgOid: string): Promise<boolean>;
}

/** A GET below a folio: the folio is read side by side with the caller's rights on its account, for {@link TheFolio}. */
export const ShowsFolio = (): MethodDecorator =>
  Shows(folioDocuments, ({ accountnumber = '', folionumber = '' }) =>
    sequenceWithin(accountnumber, folionumber) === undefined ? undefined : folionumber,
  );

const found: PipeTransform<FolioDocument | undefined, FolioDocument> = {
  transform(folio) {
    if (!folio) throw new RefusedException(notFound());
    return folio;
  },
};

/** Parameter annotation: the document of {@link ShowsFolio}. 404 when the account has no folio of this number. */
export const TheFolio = (): ParameterDecorator => Shown(found);

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
  const folio = findFolio(state, accountNumber, folioNumber)?.folio;
  if (!folio) throw new RefusedException(notFound());
  return folio;
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
  if (sequenceWithin(accountNumber, folioNumber) === undefined) {
    throw new RefusedException(notFound());
  }
  const [account] = await Promise.all([
    requireAccount(aggregates, accountNumber),
    folioInBook(aggregates, accountNumber, folioNumber),
  ]);
  return account;
}

/** Where a command left a folio, for the answer. */
export function folioWritten(
  accountNumber: string,
  folioNumber: string,
  outcome: Outcome<FolioEvent, FolioBook>,
): Written {
  const { state } = outcome.left;
  return writtenWithin(outcome, findFolio(state, accountNumber, folioNumber)?.folio.revision);
}
