import { isRefusal, type Problem } from '#libs/platform/kernel';
import { countingIds } from '#libs/platform/testing';
import { account } from '../src/account.js';
import type { AccountCommand } from '../src/account-commands.js';
import type { AccountEvent } from '../src/account.events.js';
import type { Account } from '../src/account-state.js';
import { eventOf, NOW, open } from './account-fixtures.js';

/** State after the events. */
export function fold(events: readonly AccountEvent[]): Account {
  const state = events.reduce(account.evolve, account.initial);
  if (!state.opened) throw new Error('the account was not opened');
  return state;
}

/** Events of a command that must be accepted after a history. */
export function accepted(
  command: AccountCommand,
  history: readonly AccountEvent[] = [],
  now = NOW,
): readonly AccountEvent[] {
  return acceptedOn(history.reduce(account.evolve, account.initial), command, now);
}

function acceptedOn(
  state: ReturnType<typeof account.evolve>,
  command: AccountCommand,
  now = NOW,
): readonly AccountEvent[] {
  const decision = account.decide(command, state, { now, ids: countingIds() });
  if (isRefusal(decision)) throw new Error(`refused: ${JSON.stringify(decision.problems)}`);
  return decision;
}

/** Data of the event that opened the account. */
export const details = (events: readonly AccountEvent[]) =>
  eventOf(events, 'account.AccountOpened');

/** The same for a command built by {@link open}. */
export const opened = (...args: Parameters<typeof open>): ReturnType<typeof details> =>
  details(accepted(open(...args)));

/** All events of commands that are carried out one after the other. */
export function history(...commands: readonly AccountCommand[]): readonly AccountEvent[] {
  const events: AccountEvent[] = [];
  let state = account.initial;
  for (const command of commands) {
    const more = acceptedOn(state, command);
    state = more.reduce(account.evolve, state);
    events.push(...more);
  }
  return events;
}

/** Problems of a command that must be refused, as `type field code`. */
export function refused(
  command: AccountCommand,
  events: readonly AccountEvent[] = [],
  now = NOW,
): readonly string[] {
  const state = events.reduce(account.evolve, account.initial);
  const decision = account.decide(command, state, { now, ids: countingIds() });
  if (!isRefusal(decision)) throw new Error(`not refused: ${JSON.stringify(decision)}`);
  return decision.problems.map(brief).sort();
}

/** A short form of a problem: `FIELD accountName invalid.length`, `RULE accountName account.unique.name.rule`. */
export function brief({ type, field, errorCode }: Problem): string {
  return [type.replace('VALIDATION_', ''), field, errorCode]
    .filter((part) => part !== undefined)
    .join(' ');
}
