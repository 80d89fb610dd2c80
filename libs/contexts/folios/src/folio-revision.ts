import type { Outcome } from '#libs/platform/event-store';
import type { Written } from '#libs/platform/http';
import type { FolioEvent } from './domain/folio-book.events.js';
import { findFolio, type FolioBook } from './domain/folio-book.state.js';

/**
 * Where a command left a folio, for the answer: the folio's own revision, not that of the stream it shares with the other
 * folios of the account.
 */
export function folioWritten(
  accountNumber: string,
  folioNumber: string,
  { revision, position, repeated, left }: Outcome<FolioEvent, FolioBook>,
): Written {
  const own = findFolio(left.state, accountNumber, folioNumber)?.folio.revision ?? 0;
  // What has come since may concern this folio. A tag that is too old is refused when it comes back, one that is too
  // new would let the caller overwrite what it never saw.
  return { revision: Math.max(0, own - (left.revision - revision)), position, repeated };
}
