import { describe, expect, it } from '@jest/globals';
import { newEvent } from '../../../../../test/support/event-log.js';
import type { StoredEvent, SubscriptionMessage } from '#libs/platform/event-store';
import { EventQueue } from './event-queue.js';

type Message = number | 'caught-up' | { readonly passed: number };

function eventAt(position: number): StoredEvent {
  return { ...newEvent(), stream: 'one', revision: position, position: BigInt(position) };
}

function toMessage(message: Message): SubscriptionMessage {
  if (message === 'caught-up') return { kind: 'caught-up' };
  if (typeof message === 'number') return { kind: 'event', event: eventAt(message) };
  return { kind: 'checkpoint', position: BigInt(message.passed) };
}

/** Messages one by one, each in a turn of its own: a batch has no reason to hold more than one. */
async function* oneByOne(
  messages: readonly Message[],
  signal: AbortSignal,
): AsyncGenerator<SubscriptionMessage, void, undefined> {
  for (const message of messages) {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    yield toMessage(message);
  }
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

/** Batches of a log whose appends end at `ends`, as positions; a passed place is written as text. */
async function batchesOf(
  messages: readonly Message[],
  ends: readonly number[],
  limit = 100,
): Promise<unknown[][]> {
  const abort = new AbortController();
  const log = {
    endOfAppend: ({ position }: StoredEvent) =>
      Promise.resolve(BigInt(ends.find((end) => BigInt(end) >= position) ?? 0)),
  };
  const queue = new EventQueue(oneByOne(messages, abort.signal), limit, abort.signal, log);
  const batches: unknown[][] = [];
  for (let taken = 0; taken < messages.length;) {
    const batch = (await queue.take()) ?? [];
    taken += batch.length;
    batches.push(
      batch.map((one) => {
        if (one.kind === 'event') return Number(one.event.position);
        return one.kind === 'checkpoint' ? `to ${one.position}` : one.kind;
      }),
    );
  }
  abort.abort();
  expect(await queue.take()).toBeUndefined();
  return batches;
}

describe('batches of a subscription', () => {
  it('end where an append does, whenever its events arrive', async () => {
    expect(await batchesOf([1, 2, 3, 4, 5], [1, 4, 5])).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('hold an append that has more events than they may have', async () => {
    expect(await batchesOf([1, 2, 3, 4, 5], [4, 5], 2)).toEqual([[1, 2, 3, 4], [5]]);
  });

  it('wait for an end that nobody wants to see until the log has been read beyond it', async () => {
    const messages: Message[] = [1, { passed: 2 }, { passed: 3 }, 'caught-up', 5];
    expect(await batchesOf(messages, [3, 5])).toEqual([[1, 'to 2', 'to 3'], ['caught-up'], [5]]);
  });

  it('end with the subscription, where that ends inside an append', async () => {
    const abort = new AbortController();
    const messages = (async function* () {
      yield await Promise.resolve(toMessage(1));
    })();
    const log = { endOfAppend: () => Promise.resolve(2n) };
    const queue = new EventQueue(messages, 100, abort.signal, log);
    expect(await queue.take()).toHaveLength(1);
    expect(await queue.take()).toBeUndefined();
  });
});
