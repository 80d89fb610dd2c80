import { describe, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import type { StoredEvent } from '#libs/platform/event-store';
import { g, openEach, world } from '../../../../../test/support/each-projection-world.js';
import {
  changed,
  type CounterDocument,
  type CounterEvent,
  counters,
  decodePlainly,
  until,
} from '../../../../../test/support/projection-world.js';
import type { Projection } from '../projection.js';

const first = g(1);

openEach();

function added(n: number, ...ids: string[]): Pick<StoredEvent, 'type' | 'data'> {
  return { type: 'counter.Added.v1', data: { ids, n } };
}

describe('an append', () => {
  it.each([
    ['live', true],
    ['behind', false],
  ])('is shown whole or not at all by a runner that is %s', async (_, isLive) => {
    const sums: unknown[] = [];
    const documents = changed(world.documents, {
      write: (batch) => {
        for (const { document } of batch.writes) sums.push(document?.['sum']);
        return world.documents.write(batch);
      },
    });
    const limits = { batchEvents: 4, pendingEvents: 4 };
    const runner = world.runner({ documents, limits });
    await world.add(100, 'a');
    if (isLive) await runner.start();
    const ten = Array.from({ length: 10 }, () => added(10, 'a'));
    for (let n = 0; n < 20; n++) await world.appendTogether(ten);
    await runner.start();
    expect(await runner.waitFor('all', await world.add(100, 'a'), PATIENCE_MS)).toBe(true);
    expect(sums.at(-1)).toBe(2_200);
    expect(sums.filter((sum) => Number(sum) % 100 !== 0)).toEqual([]);
  });

  it.each([
    ['its fold throws', { fold: 13 }],
    ['nobody knows the documents', { documents: 13 }],
    ['an event cannot be decoded', { decode: 13 }],
  ])('is left out as a whole by a projection that stops because %s', async (_, where) => {
    const isAt = (step: string, { data }: { readonly data: unknown }): boolean =>
      (data as { n?: number }).n === (where as Record<string, number>)[step];
    const plain = counters() as Projection<CounterDocument, CounterEvent>;
    const broken = counters({
      documents: (event) => {
        if (isAt('documents', event)) throw new Error('unknown');
        return plain.documents(event);
      },
      fold: (document, event, id) => {
        if (isAt('fold', event) && id === 'b') throw new Error('no way');
        return plain.fold(document, event, id);
      },
    });
    const runner = world.runner({
      projections: [broken],
      decode: (events) => {
        if (events.some((event) => isAt('decode', event))) throw new Error('garbled');
        return Promise.resolve(events.map(decodePlainly));
      },
    });
    const before = await world.appendTogether([added(1, 'a', 'b'), added(2, 'a', 'b')]);
    await world.appendTogether([added(4, 'a', 'b', 'new'), added(13, 'a', 'b'), added(8, 'a')]);
    await runner.start();
    await until('stopped', () => runner.status()[0]?.state === 'stopped');
    await runner.stop();
    expect(await world.documents.checkpoint(first)).toBe(before);
    const documents = await world.stored(first);
    expect([...documents.values()]).toMatchObject([
      { id: 'a', sum: 3 },
      { id: 'b', sum: 3 },
    ]);

    const mended = world.runner();
    await mended.start();
    expect(await mended.waitFor('all', await world.log.head(), PATIENCE_MS)).toBe(true);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });
});
