import type { Decider, DomainEvent, Recorded } from '#libs/platform/kernel';
import type { Loaded } from './past-state.js';

/** What a command left behind. */
export interface Outcome<E extends DomainEvent = DomainEvent, State = unknown> {
  readonly stream: string;
  readonly revision: number;
  /** Of the end of the append, which may have taken events of other commands as well. */
  readonly position: bigint;
  /** Events appended by this call, or by the first call with the same command id; none for "already so". */
  readonly events: readonly Recorded<E>[];
  /** The command had been carried out before: nothing was appended now. */
  readonly repeated: boolean;
  /** The stream as the command left it; of a repeated one as it has become since. */
  readonly left: Pick<Loaded<State>, 'state' | 'revision'>;
}

/** What a command to a decider leaves: `OutcomeOf<typeof folioBook>`. */
export type OutcomeOf<D> =
  D extends Decider<infer State, never, infer E> ? Outcome<E, State> : never;

/**
 * Where a command left one of several resources that share a stream: its own revision, not that of the stream.
 * @param own the resource's revision in `left`
 */
export function writtenWithin(
  { revision, position, repeated, left }: Omit<Outcome, 'events'>,
  own = 0,
): Pick<Outcome, 'revision' | 'position' | 'repeated'> {
  // What has come since may concern this resource. A tag that is too old is refused when it comes back, one that is too
  // new would let the caller overwrite what it never saw.
  return { revision: Math.max(0, own - (left.revision - revision)), position, repeated };
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
