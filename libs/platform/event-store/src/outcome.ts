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

/** Data of the first event of a type among those a command left; the command is known to leave one. */
export function dataOf<E extends DomainEvent, T extends E['type']>(
  { events }: Pick<Outcome<E>, 'events'>,
  type: T,
): Extract<E, { type: T }>['data'] {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`the command left no ${type}`);
  return found.data;
}
