import { expect } from '@jest/globals';
import {
  type Decider,
  type DecisionContext,
  type DomainEvent,
  type IdSequence,
  isRefusal,
  type Problem,
  type RefusalKind,
} from '#libs/platform/kernel';
import { frozen } from './frozen.js';

/** Ids 1, 2, 3 … in each of the forms a decider may ask for. */
export function countingIds(): IdSequence {
  let count = 0;
  const next = (length: number): string => String(++count).padStart(length, '0');
  return {
    digits: (length) => `1${next(length - 1)}`,
    alphanumeric: (length) => next(length),
  };
}

const NOW = '2026-03-02T15:00:00.000Z';

interface Then<State, Event extends DomainEvent> {
  /** Exactly these events. */
  then(events: readonly Event[]): void;
  /** A success that changes nothing. */
  thenNothing(): void;
  /** Exactly these problems, in any order; `kind` defaults to `invalid`. */
  thenRefused(problems: readonly Problem[], kind?: RefusalKind): void;
  /** Whatever has to hold of the state after the decision. */
  thenState(check: (state: State) => void): void;
}

interface Given<State, Command, Event extends DomainEvent> {
  /** Sets the time of the decision. */
  at(now: string): Given<State, Command, Event>;
  when(command: Command): Then<State, Event>;
}

/** Given/when/then over a decider. States are frozen: a rule that changes the one it is given throws. */
export function specification<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
): { given(history: readonly Event[]): Given<State, Command, Event> } {
  const start = (history: readonly Event[], now: string): Given<State, Command, Event> => ({
    at: (time) => start(history, time),
    when(command) {
      const context: DecisionContext = { now, ids: countingIds() };
      const before = after(decider, frozen(decider.initial), history);
      const decision = decider.decide(command, before, context);
      return {
        then(events) {
          expect(decision).toEqual(events);
        },
        thenNothing() {
          expect(decision).toEqual([]);
        },
        thenRefused(problems, kind = 'invalid') {
          if (!isRefusal(decision)) throw new Error(`not refused: ${JSON.stringify(decision)}`);
          expect({ kind: decision.kind, problems: sorted(decision.problems) }).toEqual({
            kind,
            problems: sorted(problems),
          });
        },
        thenState(check) {
          if (isRefusal(decision)) throw new Error(`refused: ${JSON.stringify(decision)}`);
          check(after(decider, before, decision));
        },
      };
    },
  });
  return { given: (history) => start(history, NOW) };
}

/**
 * The events that commands leave, one after the other; what is refused leaves none. States are frozen as in
 * {@link specification}.
 */
export function eventsOf<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  commands: readonly Command[],
): Event[] {
  const context: DecisionContext = { now: NOW, ids: countingIds() };
  let state = frozen(decider.initial);
  return commands.flatMap((command) => {
    const decision = decider.decide(command, state, context);
    if (isRefusal(decision)) return [];
    state = after(decider, state, decision);
    return decision;
  });
}

function after<State, Event extends DomainEvent>(
  { evolve }: Pick<Decider<State, never, Event>, 'evolve'>,
  state: State,
  events: readonly Event[],
): State {
  return events.reduce((before, event) => frozen(evolve(before, event)), state);
}

function sorted(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}
