import type { DecisionContext } from '#libs/platform/kernel';
import type { ScheduleOccurrences } from './cash.commands.js';
import { type CashEvent, accountIn } from './cash.events.js';
import { occurrenceOid } from './cash-id.js';
import { type CashBook, type CashRule, evolve, type Series } from './cash.state.js';
import { occurrence, type OccurrenceSource } from './creation.js';

/** Limit per command; after a long downtime the next command continues. */
const MAX_AT_ONCE = 100;

function sourceOf(book: CashBook, series: Series): OccurrenceSource {
  const { repeatCashTransactionOid: seriesOid, definition } = series;
  return { firmId: book.firmId, seriesOid, definition, ...accountIn(book) };
}

/** Creates the next occurrence once the day of the newest has come, so that one is always pending. */
export const schedule: CashRule<ScheduleOccurrences> = ({ today, obstacle }, book, { now }) => {
  const { series } = book;
  if (!series?.newest || series.ended) return [];
  const source = sourceOf(book, series);
  const events: CashEvent[] = [];
  let { number, processDate } = series.newest;
  let { next } = series;
  for (let count = 0; next !== undefined && processDate <= today && count < MAX_AT_ONCE; count++) {
    const created = occurrence(source, (number += 1), now);
    events.push(created);
    if (obstacle !== undefined) {
      const { oid } = created.data;
      const data = { oid, status: 'RJ', cancelReason: obstacle, ...accountIn(book) } as const;
      events.push({ type: 'cash.TransactionStatusChanged', data });
    }
    ({ processDate } = created.data);
    next = created.data.occurrence?.next;
  }
  return events;
};

/**
 * Adds the next occurrence if the newest left PD before its day, since a series is cancelled through a pending transaction. While
 * there is an obstacle, the next one waits for its day.
 */
export function followed(
  events: readonly CashEvent[],
  book: CashBook,
  obstacle: string | undefined,
  { now }: DecisionContext,
): readonly CashEvent[] {
  const { series } = book;
  if (!series?.newest || obstacle !== undefined) return events;
  const { repeatCashTransactionOid, newest } = series;
  const oid = occurrenceOid(repeatCashTransactionOid, newest.number);
  const after = events.reduce(evolve, book);
  const hasLeft = (of: CashBook): boolean => of.transactions.get(oid)?.status !== 'PD';
  const active = after.series?.next !== undefined && !after.series.ended;
  return active && hasLeft(after) && !hasLeft(book)
    ? [...events, occurrence(sourceOf(book, series), newest.number + 1, now)]
    : events;
}
