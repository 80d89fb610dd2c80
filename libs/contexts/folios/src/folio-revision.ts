import type { AggregateStore, Outcome } from '#libs/platform/event-store';
import type { Written } from '#libs/platform/http';
import { folioBook } from './domain/folio-book.js';
import { findFolio } from './domain/folio-book.state.js';

/**
 * Where a command left a folio, for the answer: the folio's own revision, not that of the stream it shares with the other
 * folios of the account.
 */
export async function folioWritten(
  aggregates: AggregateStore,
  accountNumber: string,
  folioNumber: string,
  { revision, position }: Pick<Outcome, 'revision' | 'position'>,
): Promise<Written> {
  const now = await aggregates.load(folioBook, accountNumber);
  const own = findFolio(now.state, accountNumber, folioNumber)?.folio.revision ?? 0;
  // What others appended since may concern this folio. A tag that is too old is refused when it comes back, one that is too
  // new would let the caller overwrite what it never saw.
  return { revision: Math.max(0, own - (now.revision - revision)), position };
}
