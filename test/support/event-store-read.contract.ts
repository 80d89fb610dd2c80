import { expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import { all, newEvent, newEvents, newStream, type ContractContext } from './event-log.js';

/** Contract of reads. */
export function readContract({ store, reopen }: ContractContext): void {
  it('knows nothing of a stream that does not exist', async () => {
    const stream = newStream();
    expect(await all(store().readStream(stream))).toEqual([]);
    expect(await all(store().readStream(stream, { direction: 'backwards' }))).toEqual([]);
  });

  it('reads a stream from any revision, both ways, up to any number', async () => {
    const stream = newStream();
    await store().append(stream, 'no_stream', newEvents(10));
    const read = async (options: Parameters<EventStore['readStream']>[1]): Promise<number[]> =>
      (await all(store().readStream(stream, options))).map(({ revision }) => revision);
    expect(await read({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await read({ from: 7 })).toEqual([7, 8, 9]);
    expect(await read({ from: 10 })).toEqual([]);
    expect(await read({ from: 2, max: 3 })).toEqual([2, 3, 4]);
    expect(await read({ direction: 'backwards', max: 2 })).toEqual([9, 8]);
    expect(await read({ direction: 'backwards', from: 2 })).toEqual([2, 1, 0]);
    expect(await read({ direction: 'backwards', from: 99, max: 1 })).toEqual([9]);
    expect(await read({ max: 0 })).toEqual([]);
  });

  it('reads a long stream in order', async () => {
    const stream = newStream();
    let expected: number | 'no_stream' = 'no_stream';
    for (let batch = 0; batch < 7; batch++) {
      const result = await store().append(stream, expected, newEvents(100));
      if (result.outcome !== 'appended') throw new Error();
      expected = result.revision;
    }
    const revisions = Array.from({ length: 700 }, (_, n) => n);
    const forwards = await all(store().readStream(stream));
    expect(forwards.map(({ revision }) => revision)).toEqual(revisions);
    const backwards = await all(store().readStream(stream, { direction: 'backwards' }));
    expect(backwards.map(({ revision }) => revision)).toEqual(revisions.reverse());
  });

  it('knows the newest event', async () => {
    const stream = newStream();
    const events = newEvents(2);
    await store().append(stream, 'no_stream', events);
    expect(await store().newest()).toMatchObject({ ...events[1], stream, revision: 1 });
  });

  it('tells where the events of an append are, or has them read', async () => {
    const stream = newStream();
    const told: bigint[] = [];
    let expected: number | 'no_stream' = 'no_stream';
    for (const count of [1, 3, 40]) {
      const events = newEvents(count);
      const result = await store().append(stream, expected, events);
      // a repetition tells the same
      expect(await store().append(stream, expected, events)).toEqual(result);
      if (result.outcome !== 'appended') throw new Error();
      const from: number = expected === 'no_stream' ? 0 : expected + 1;
      const read = (await all(store().readStream(stream, { from }))).map(
        ({ position }) => position,
      );
      const { positions = read, position } = result;
      expect([read, read.at(-1)]).toEqual([positions, position]);
      told.push(...positions);
      expected = result.revision;
    }
    expect(new Set(told).size).toBe(44);
  });

  it('reads the log after and before a position, both ways, up to any number', async () => {
    const start = await store().head();
    const prefix = newStream('all');
    for (const n of [0, 1, 2]) await store().append(`${prefix}-${n}`, 'no_stream', newEvents(2));
    const filter = { streamPrefixes: [prefix] };
    const forwards = await all(store().readAll({ after: start, filter }));
    expect(forwards.map(({ stream }) => stream.at(-1))).toEqual(['0', '0', '1', '1', '2', '2']);
    forwards.reduce((before, { position }) => {
      expect(position > before).toBe(true);
      return position;
    }, start);
    const third = forwards[2]!.position;
    expect(await all(store().readAll({ after: third, filter }))).toEqual(forwards.slice(3));
    expect(await all(store().readAll({ after: start, filter, max: 2 }))).toEqual(
      forwards.slice(0, 2),
    );
    expect(await all(store().readAll({ after: await store().head() }))).toEqual([]);
    const backwards = forwards.toReversed();
    const read = { direction: 'backwards', filter } as const;
    expect(await all(store().readAll({ ...read, max: 6 }))).toEqual(backwards);
    expect(await all(store().readAll({ ...read, before: third, max: 2 }))).toEqual(
      backwards.slice(4),
    );
    expect(await all(store().readAll({ ...read, before: third, max: 1 }))).toEqual([backwards[4]]);
  });

  it('selects by stream prefix, by type prefix and by both', async () => {
    const after = await store().head();
    const id = v4();
    await store().append(`red${id}-1`, 'no_stream', [
      newEvent(`a${id}.X.v1`),
      newEvent(`b${id}.X.v1`),
    ]);
    await store().append(`blue${id}-1`, 'no_stream', [newEvent(`a${id}.X.v1`)]);
    const read = async (filter: object): Promise<string[]> =>
      (await all(store().readAll({ after, filter }))).map(
        ({ stream, type }) => `${stream.slice(0, -38)} ${type[0] ?? ''}`,
      );
    expect(await read({ streamPrefixes: [`red${id}`] })).toEqual(['red a', 'red b']);
    expect(await read({ typePrefixes: [`a${id}.`] })).toEqual(['red a', 'blue a']);
    expect(await read({ typePrefixes: [`a${id}.`, `b${id}.`] })).toHaveLength(3);
    expect(await read({ streamPrefixes: [`red${id}`], typePrefixes: [`b${id}`] })).toEqual([
      'red b',
    ]);
    expect(await read({ streamPrefixes: [] })).toEqual([]);
    expect(await read({})).toHaveLength(3);
  });

  it('never delivers system events', async () => {
    const found = await all(store().readAll({ direction: 'backwards', max: 100 }));
    expect(
      found.filter(({ stream, type }) => stream.startsWith('$') || type.startsWith('$')),
    ).toEqual([]);
  });

  it('reads while appends go on, without holes', async () => {
    const stream = newStream();
    const write = async (): Promise<void> => {
      let expected: number | 'no_stream' = 'no_stream';
      for (let n = 0; n < 50; n++) {
        const result = await store().append(stream, expected, newEvents(2));
        if (result.outcome === 'appended') expected = result.revision;
      }
    };
    let seen: StoredEvent[] = [];
    const writing = write();
    while (seen.length < 100) {
      // the embedded store reads within one turn of the event loop
      await new Promise((resolve) => setImmediate(resolve));
      const events = await all(store().readStream(stream));
      expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n));
      expect(events.length % 2).toBe(0);
      expect(events.slice(0, seen.length)).toEqual(seen);
      seen = events;
    }
    await writing;
  });

  it('keeps order and positions over a restart', async () => {
    const after = await store().head();
    const prefix = newStream('restart');
    for (const n of [0, 1, 2]) await store().append(`${prefix}-${n}`, 'no_stream', newEvents(2));
    const filter = { streamPrefixes: [prefix] };
    const before = await all(store().readAll({ after, filter }));
    const head = await store().head();
    await reopen();
    expect(await store().head()).toBe(head);
    expect(await all(store().readAll({ after, filter }))).toEqual(before);
    expect(await store().append(`${prefix}-0`, 1, newEvents(1))).toMatchObject({ revision: 2 });
    const next = await all(store().readAll({ after: head, filter }));
    expect(next.map(({ stream, revision }) => [stream, revision])).toEqual([[`${prefix}-0`, 2]]);
  });

  it('says so when it is closed', async () => {
    const closed = store();
    await reopen();
    await closed.close();
    const refusal = { name: 'StoreUnavailableError' };
    await expect(closed.append(newStream(), 'no_stream', newEvents(1))).rejects.toMatchObject(
      refusal,
    );
    await expect(all(closed.readStream(newStream()))).rejects.toMatchObject(refusal);
    await expect(closed.head()).rejects.toMatchObject(refusal);
  });
}
