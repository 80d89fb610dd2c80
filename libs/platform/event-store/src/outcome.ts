import type { DomainEvent, Recorded } from '#libs/platform/kernel';

/** What a command left behind. */
export interface Outcome<E extends DomainEvent = DomainEvent> {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** Events appended by this call, or by the first call with the same command id; none for "already so". */
  readonly events: readonly Recorded<E>[];
  /** The command had been carried out before: nothing was appended now. */
  readonly repeated: boolean;
}

/** Data of the first event of a type among those a command left; the command is known to leave one. */
export function dataOf<E extends DomainEvent, T extends E['type']>(
  { events }: Pick<Outcome<E>, 'events'>,
  type: T,
): Extract<E, { type: T }>['data'] {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`the command left no ${type}`);
  return found.data;
}
