import type { Decider, DomainEvent, Recorded } from '#libs/platform/kernel';
import type { Loaded } from './past-state.js';

/** Result of a command. */
export interface Outcome<E extends DomainEvent = DomainEvent, State = unknown> {
  readonly stream: string;
  readonly revision: number;
  /** Position that covers the events and what immediately followed from them: a read that waits for it sees both. */
  readonly position: bigint;
  /** Position of the last of the events; of the stream as it was decided on if there are none. */
  readonly own: bigint;
  /** Events appended by this call, or by the first call with the same command id; none if nothing had to change. */
  readonly events: readonly Recorded<E>[];
  /** The command had been carried out before; this call appended nothing. */
  readonly repeated: boolean;
  /** The stream as the command left it; for a repeated command, as it is now. */
  readonly after: Pick<Loaded<State>, 'state' | 'revision'>;
}

/** Result type of a decider's commands: `OutcomeOf<typeof folioBook>`. */
export type OutcomeOf<D> =
  D extends Decider<infer State, never, infer E> ? Outcome<E, State> : never;

/**
 * Result for one of several resources that share a stream, with the resource's own revision.
 * @param within the resource's revision in the state that the command left
 */
export function writtenWithin(
  { revision, position, own, repeated, after }: Omit<Outcome, 'events'>,
  within = 0,
): Pick<Outcome, 'revision' | 'position' | 'own' | 'repeated'> {
  // Later events may concern this resource. An ETag that is too old is refused when it comes back; one that is too new would let the
  // caller overwrite what it never saw.
  const left = Math.max(0, within - (after.revision - revision));
  return { revision: left, position, own, repeated };
}

/** The first event of a type that a command left, if there is one. */
export function eventOf<E extends DomainEvent, T extends E['type']>(
  { events }: Pick<Outcome<E>, 'events'>,
  type: T,
): Recorded<Extract<E, { type: T }>> | undefined {
  return events.find((event) => event.type === type) as
    Recorded<Extract<E, { type: T }>> | undefined;
}

/** Data of the first event of a type that the command is known to have left. */
export function dataOf<E extends DomainEvent, T extends E['type']>(
  { events }: Pick<Outcome<E>, 'events'>,
  type: T,
): Extract<E, { type: T }>['data'] {
  const found = eventOf({ events }, type);
  if (!found) throw new Error(`the command left no ${type}`);
  return found.data;
}
