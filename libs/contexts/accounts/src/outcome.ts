import type { Outcome } from '#libs/platform/event-store';
import type { AccountEvent } from './domain/events.js';

type DataOf<T extends AccountEvent['type']> = Extract<AccountEvent, { type: T }>['data'];

/** Data of the first event of a type among those a command left; the command is known to leave one. */
export function dataOf<T extends AccountEvent['type']>(
  { events }: Outcome<AccountEvent>,
  type: T,
): DataOf<T> {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`the command left no ${type}`);
  return found.data as DataOf<T>;
}
