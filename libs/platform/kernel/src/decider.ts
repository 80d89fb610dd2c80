import type { DomainEvent } from './event.js';
import type { Refusal } from './refusal.js';

/**
 * What a decision may use from outside: the time of the command and ids that are the same each time the same command is
 * decided (they are derived from its command id).
 */
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

/** Events to append (none: "already so", a success) or a refusal. */
export type Decision<E extends DomainEvent> = readonly E[] | Refusal;

/** What one command leaves of a state, or why it is refused. */
export type Rule<State, Command, Event extends DomainEvent> = (
  command: Command,
  state: State,
  context: DecisionContext,
) => Decision<Event>;

/** One rule for each command, by its type: the `decide` of a {@link Decider}. */
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

/**
 * The rule book of one kind of stream: three pure parts and nothing else.
 * `State` of a stream without events is `initial`.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  /** Prefix of its streams, without the dash: `folios` for `folios-RA12345678`. */
  readonly category: string;
  readonly initial: State;
  /** Its streams are many and looked at once or twice: keeping their state in memory would only push out that of others. */
  readonly shortLived?: boolean;
  decide(this: void, command: Command, state: State, context: DecisionContext): Decision<Event>;
  evolve(this: void, state: State, event: Event): State;
}

/** A command to a decider as a caller asks for it: without what its use case looks up. */
export type Asked<Command> = Omit<Command, 'type' | 'facts'>;
