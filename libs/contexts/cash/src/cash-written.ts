import type { Outcome } from '#libs/platform/event-store';
import type { Written } from '#libs/platform/http';
import type { CashEvent } from './domain/cash.events.js';
import { seriesOf } from './domain/cash-id.js';
import type { CashBook } from './domain/cash.state.js';

/**
 * Where a command left a transaction, for the answer: the transaction's own revision, not that of the stream it may share with
 * the other occurrences of its series.
 */
export function cashWritten(
  oid: string,
  { revision, position, left }: Outcome<CashEvent, CashBook>,
): Written {
  // alone in its stream it has the stream's revision
  if (seriesOf(oid) === undefined) return { revision, position };
  const own = left.state.transactions.get(oid)?.revision ?? 0;
  // What has come since may concern this transaction: a tag that is too old is refused, one too new would hide it.
  return { revision: Math.max(0, own - (left.revision - revision)), position };
}
