import { type Outcome, writtenWithin } from '#libs/platform/event-store';
import type { Written } from '#libs/platform/http';
import type { FolioEvent } from './domain/folio-book.events.js';
import { findFolio, type FolioBook } from './domain/folio-book.state.js';

/** Where a command left a folio, for the answer. */
export function folioWritten(
  accountNumber: string,
  folioNumber: string,
  outcome: Outcome<FolioEvent, FolioBook>,
): Written {
  const found = findFolio(outcome.left.state, accountNumber, folioNumber);
  return writtenWithin(outcome, found?.folio.revision);
}
