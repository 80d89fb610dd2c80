import { DiscoveryService } from '@nestjs/core';
import { type Account, OnResource, requireAccount, TheDocument } from '#libs/contexts/accounts';
import { type AggregateStore, type Outcome, writtenWithin } from '#libs/platform/event-store';
import { RefusedException, type WritePosition } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import type { Discoverable } from '#libs/platform/service';
import { folioBook } from './domain/folio-book.js';
import type { FolioEvent } from './domain/folio-book.events.js';
import {
  findFolio,
  type FolioBook,
  type FolioState,
  sequenceWithin,
} from './domain/folio-book.state.js';
import { folioDocuments } from './read-models/folio.document.js';

/** Looks up RTG folio models; the feature that stores them, which imports this one, has it. */
export interface RtgDirectory {
  /** Whether the model exists, as of the end of the log. */
  exists(rtgOid: string): Promise<boolean>;
}

/** Class decorator of the provider that implements {@link RtgDirectory}. */
export const LooksUpRtgs: Discoverable<RtgDirectory> = DiscoveryService.createDecorator();

/** Route decorator: the path names a folio of the account; 404 if there is none. */
export const OnFolio = (): MethodDecorator =>
  OnResource({
    model: folioDocuments,
    id: ({ accountnumber = '', folionumber = '' }) =>
      sequenceWithin(accountnumber, folionumber) === undefined ? undefined : folionumber,
    require: async (aggregates, { accountnumber = '', folionumber = '' }) => {
      const { state } = await aggregates.loadCached(folioBook, accountnumber);
      // Another process may have made it.
      if (!findFolio(state, accountnumber, folionumber)?.folio) {
        await loadFolio(aggregates, accountnumber, folionumber);
      }
    },
  });

/** Parameter decorator of a GET: the `FolioDocument` of {@link OnFolio}. */
export const TheFolio = TheDocument;

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

/** State of a folio after a command, for the response. */
export function writtenFolio(
  accountNumber: string,
  folioNumber: string,
  outcome: Outcome<FolioEvent, FolioBook>,
): WritePosition {
  const { state } = outcome.after;
  return writtenWithin(outcome, findFolio(state, accountNumber, folioNumber)?.folio.revision);
}
