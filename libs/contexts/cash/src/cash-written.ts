import type { AggregateStore, Outcome } from '#libs/platform/event-store';
import type { Written } from '#libs/platform/http';
import { cash } from './domain/cash.js';
import { cashStreamId, seriesOf } from './domain/cash-id.js';

/**
 * Where a command left a transaction, for the answer: the transaction's own revision, not that of the stream it may share with
 * the other occurrences of its series.
 */
export async function cashWritten(
  aggregates: AggregateStore,
  accountNumber: string,
  oid: string,
  { revision, position }: Pick<Outcome, 'revision' | 'position'>,
): Promise<Written> {
  // alone in its stream it has the stream's revision
  if (seriesOf(oid) === undefined) return { revision, position };
  const now = await aggregates.load(cash, cashStreamId(accountNumber, oid));
  const own = now.state.transactions.get(oid)?.revision ?? 0;
  // What others appended since may concern this transaction: a tag that is too old is refused, one too new would hide it.
  return { revision: Math.max(0, own - (now.revision - revision)), position };
}
