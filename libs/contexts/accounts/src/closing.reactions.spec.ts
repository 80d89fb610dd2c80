import { describe, expect, it } from '@jest/globals';
import { LookAgainAtAccount, OpenAccounts } from './closing.reactions.js';

const accountNumber = 'A100000001';
const OPEN = { opened: true, closed: false, accountNumber };
const CLOSING = { ...OPEN, closing: { begun: true } };
const CLOSED = { ...OPEN, closed: true, closedAt: '2026-03-02T15:00:00.000Z', closing: {} };

/** Answers each load of the log with the next state. */
const changing = (...states: readonly object[]) => {
  const rest = [...states];
  return { load: () => Promise.resolve({ state: rest.shift() }) } as never;
};

/** No command is sent to an end that is complete. */
const NO_COMMANDS = undefined as never;

const event = {
  id: '00000000-0000-4000-8000-000000000007',
  data: { accountNumber, primaryAccountOwner: 'jdoe', jointOwners: [] },
  metadata: {},
  position: 7n,
} as never;

describe('an event that the durable run undid while the request looked again', () => {
  it('is refused, as the account is closed', async () => {
    const accounts = new OpenAccounts(changing(CLOSING, CLOSED), NO_COMMANDS);
    const hinders = () => Promise.resolve(undefined);
    const refusal = await accounts.refusalOf(event, { accountNumber, hinders });
    expect(refusal?.problems).toMatchObject([{ errorCode: 'account.closed.rule' }]);
  });

  it('stands, if the closing was taken back', async () => {
    const accounts = new OpenAccounts(changing(CLOSING, OPEN), NO_COMMANDS);
    const hinders = () => Promise.resolve(undefined);
    expect(await accounts.refusalOf(event, { accountNumber, hinders })).toBeUndefined();
  });

  const ENDING = { member: { transState: 'RM', ending: { transState: 'CM' } } };

  it.each([
    { now: 'CM', undone: true },
    { now: 'RM', undone: false },
  ])('is refused, if it opened an account of a membership that is $now', async (ended) => {
    const then = { member: { transState: ended.now } };
    const look = new LookAgainAtAccount(changing(ENDING, CLOSED, then), {
      execute: () => Promise.resolve({ events: [{}], position: 9n }),
    } as never);
    const answer = await look.react(event);
    expect(typeof answer === 'bigint').toBe(!ended.undone);
  });
});
