import { randomUUID } from 'node:crypto';
import { EventCodec } from '#libs/platform/event-store';
import type { RecordedOf } from '#libs/platform/kernel';
import { account } from '../src/account.js';
import type { AccountEvent } from '../src/account.events.js';
import type { Account } from '../src/account-state.js';
import { numberOf, type Running } from './running.js';

export const uniqueLogin = (): string => `m${randomUUID().slice(0, 12)}`;

/** Opens an account, with joint owners a joint one, and returns its number. */
export async function opened(
  running: Running,
  owner: string,
  accountName: string,
  jointOwners?: string[],
): Promise<string> {
  const input = { accountName, primaryAccountOwner: owner };
  return numberOf(
    await running.open(jointOwners ? { ...input, accountType: 'J', jointOwners } : input),
  );
}

/** State of an account from the log. */
export async function stateOf(running: Running, accountNumber: string): Promise<Account> {
  const { state } = await running.platform.aggregates.load(account, accountNumber);
  if (!state.opened) throw new Error('not opened');
  return state;
}

/** The first event of a type in an account's stream, as the durable subscription would deliver it. */
export async function recorded<T extends AccountEvent['type']>(
  running: Running,
  accountNumber: string,
  type: T,
  scope?: 'member',
): Promise<RecordedOf<Extract<AccountEvent, { type: T }>>> {
  const stored = [];
  for await (const event of running.platform.eventStore.readStream(`account-${accountNumber}`)) {
    stored.push(event);
  }
  const events = await running.app.get(EventCodec).decode(stored);
  return events.find(
    (event) =>
      event?.type === type &&
      (scope === undefined || (event.data as { scope?: string }).scope === scope),
  ) as never;
}
