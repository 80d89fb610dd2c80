import type { DomainEvent } from './event.js';
import type { Refusal } from './refusal.js';

/** What a decision may use from outside. The ids derive from the command id, so deciding again yields the same ones. */
export interface DecisionContext {
  /** ISO-8601 UTC with milliseconds. */
  readonly now: string;
  readonly ids: IdSequence;
}

/** A reproducible sequence of ids. */
export interface IdSequence {
  /** `length` digits without a leading zero. */
  digits(length: number): string;
  /** `length` characters of 0-9 and A-Z. */
  alphanumeric(length: number): string;
}

/** Events to append (an empty list means "already so", which is a success) or a refusal. */
export type Decision<E extends DomainEvent> = readonly E[] | Refusal;

/** Decides one type of command. */
export type Rule<State, Command, Event extends DomainEvent> = (
  command: Command,
  state: State,
  context: DecisionContext,
) => Decision<Event>;

/** Combines one rule per command type into the `decide` of a {@link Decider}. */
export function decideBy<
  State,
  Command extends { type: string },
  Event extends DomainEvent,
>(rules: {
  readonly [Type in Command['type']]: Rule<State, Extract<Command, { type: Type }>, Event>;
}): Rule<State, Command, Event> {
  const byType = new Map<string, unknown>(Object.entries(rules));
  return (command, state, context) =>
    (byType.get(command.type) as Rule<State, Command, Event>)(command, state, context);
}

/** The pure rules of one kind of stream. `initial` is the state of a stream without events. */
export interface Decider<State, Command, Event extends DomainEvent> {
  /** Prefix of its stream names, without the dash: `folios` for `folios-RA12345678`. */
  readonly category: string;
  readonly initial: State;
  /** There are many such streams, each used once or twice: caching their state would only evict others. */
  readonly shortLived?: boolean;
  decide(this: void, command: Command, state: State, context: DecisionContext): Decision<Event>;
  evolve(this: void, state: State, event: Event): State;
}

/** A command as a caller passes it, without the facts that its use case looks up. */
export type Payload<Command> = Omit<Command, 'type' | 'facts'>;
