import { addMilliseconds, wireTimestamp } from '#libs/platform/kernel';
import type { HistoryQuery } from '../http/history.dto.js';
import type { HistoryEntry } from './history-entry.js';

/** Which entries of a history are asked for. */
export type HistoryFilter = Pick<HistoryQuery, 'from' | 'to' | 'type' | 'actor'>;

/** Events stand in the log in the order of their times, but for so many milliseconds. */
const DISORDER_MS = 1_000;

/** Whether a type is the one asked for, or begins with it. */
export function isOfType(type: string, asked: string): boolean {
  return type === asked || type.startsWith(`${asked}.`);
}

/** Whether a history shows an entry; undefined where it shows all. */
export function entryFilter(asked: HistoryFilter): ((entry: HistoryEntry) => boolean) | undefined {
  const { from, to, type, actor } = asked;
  if ((from ?? to ?? type ?? actor) === undefined) return undefined;
  const [first, end] = [from && wireTimestamp(from), to && wireTimestamp(to)];
  return (entry) =>
    (first === undefined || entry.time >= first) &&
    (end === undefined || entry.time < end) &&
    (type === undefined || type.some((one) => isOfType(entry.type, one))) &&
    (actor === undefined || Object.values(entry.actor).includes(actor));
}

/** Whether nothing behind an entry can be of the time asked for. */
export function isBeyond(
  { from, to }: HistoryFilter,
  order: 'newest' | 'oldest',
  { time }: Pick<HistoryEntry, 'time'>,
): boolean {
  const bound = order === 'newest' ? from : to;
  if (bound === undefined) return false;
  return order === 'newest'
    ? time < wireTimestamp(addMilliseconds(bound, -DISORDER_MS))
    : time > wireTimestamp(addMilliseconds(bound, DISORDER_MS));
}
