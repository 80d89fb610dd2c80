import { expect, it } from '@jest/globals';
import type { NewEvent } from '#libs/platform/event-store';
import { all, newEvent, newEvents, newStream, type ContractContext } from './event-log.js';

const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** Contract of appends. */
export function appendContract({ store }: ContractContext): void {
  it('appends to a new stream and goes on at the revision it answered', async () => {
    const stream = newStream();
    const head = await store().head();
    const first = await store().append(stream, 'no_stream', newEvents(2));
    expect(first).toMatchObject({ outcome: 'appended', revision: 1 });
    const second = await store().append(stream, 1, newEvents(3));
    expect(second).toMatchObject({ outcome: 'appended', revision: 4 });
    if (first.outcome !== 'appended' || second.outcome !== 'appended') throw new Error();
    expect(first.position > head).toBe(true);
    expect(second.position > first.position).toBe(true);
    expect(await store().head()).toBe(second.position);
  });

  it('refuses a stale append of several events as a whole and tells the revision', async () => {
    const stream = newStream();
    const events = newEvents(3);
    await store().append(stream, 'no_stream', events);
    expect(await store().append(stream, 1, newEvents(3))).toEqual({
      outcome: 'conflict',
      actual: 2,
    });
    expect(await store().append(stream, 7, newEvents(1))).toEqual({
      outcome: 'conflict',
      actual: 2,
    });
    expect(ids(await all(store().readStream(stream)))).toEqual(ids(events));
  });

  it('refuses a revision of a stream that does not exist', async () => {
    expect(await store().append(newStream(), 0, newEvents(1))).toEqual({
      outcome: 'conflict',
      actual: 'no_stream',
    });
  });

  it('creates a stream once', async () => {
    const stream = newStream();
    await store().append(stream, 'no_stream', newEvents(1));
    expect(await store().append(stream, 'no_stream', newEvents(1))).toEqual({
      outcome: 'conflict',
      actual: 0,
    });
  });

  it('answers the first result when the same ids come again at the same revision', async () => {
    const stream = newStream();
    const created = newEvents(1);
    const appended = newEvents(2);
    const first = await store().append(stream, 'no_stream', created);
    const second = await store().append(stream, 0, appended);
    await store().append(stream, 2, newEvents(1));
    expect(await store().append(stream, 'no_stream', created)).toEqual(first);
    expect(await store().append(stream, 0, appended)).toEqual(second);
    expect(await all(store().readStream(stream))).toHaveLength(4);
  });

  it('refuses the same ids at another revision, and the same revision with other ids', async () => {
    const stream = newStream();
    const events = newEvents(2);
    await store().append(stream, 'no_stream', newEvents(1));
    await store().append(stream, 0, events);
    const conflict = { outcome: 'conflict', actual: 2 };
    expect(await store().append(stream, 1, events)).toEqual(conflict);
    expect(await store().append(stream, 'no_stream', events)).toEqual(conflict);
    const [first] = events;
    expect(await store().append(stream, 0, [first!, newEvent()])).toEqual(conflict);
    expect(await store().append(stream, 0, [...events, newEvent()])).toEqual(conflict);
  });

  it('recognises a resend that overtakes its first answer', async () => {
    const stream = newStream();
    const events = newEvents(2);
    const [first, again] = await Promise.all([
      store().append(stream, 'no_stream', events),
      store().append(stream, 'no_stream', events),
    ]);
    expect(first.outcome).toBe('appended');
    expect(again).toEqual(first);
    expect(await all(store().readStream(stream))).toHaveLength(2);
  });

  it('lets one of many concurrent appends to a stream win', async () => {
    const stream = newStream();
    const attempts = Array.from({ length: 20 }, () => newEvents(2));
    const results = await Promise.all(
      attempts.map((events) => store().append(stream, 'no_stream', events)),
    );
    const winners = results.flatMap(({ outcome }, n) => (outcome === 'appended' ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(ids(await all(store().readStream(stream)))).toEqual(ids(attempts[winners[0]!]!));
  });

  it('takes concurrent appends to many streams, each in its order', async () => {
    const streams = Array.from({ length: 50 }, () => newStream());
    await Promise.all(
      streams.map(async (stream) => {
        await store().append(stream, 'no_stream', newEvents(1));
        for (let n = 0; n < 4; n++) {
          const result = await store().append(stream, n, newEvents(1));
          expect(result).toMatchObject({ outcome: 'appended', revision: n + 1 });
        }
      }),
    );
    for (const stream of streams) {
      const revisions = (await all(store().readStream(stream))).map(({ revision }) => revision);
      expect(revisions).toEqual([0, 1, 2, 3, 4]);
    }
  });

  it('keeps data, metadata and names letter for letter', async () => {
    const stream = newStream('contract-Zürich "日本\\語" 🙂');
    const event: NewEvent = {
      ...newEvent('contract.Ünïcode🙂.v1'),
      data: { text: 'line\nline\u2028 "\\" \u0000 🙂', amount: '0.10', list: [1, null, true, {}] },
      metadata: { 'schlüssel/~': ['ü', ''], nested: { deep: { deeper: -1.5 } } },
    };
    await store().append(stream, 'no_stream', [event]);
    const [stored] = await all(store().readStream(stream));
    expect(stored).toEqual({
      ...event,
      stream,
      revision: 0,
      position: expect.anything(),
    });
    const filter = { streamPrefixes: [stream], typePrefixes: ['contract.Ünïcode🙂'] };
    const [found] = await all(store().readAll({ direction: 'backwards', filter, max: 1 }));
    expect(found).toEqual(stored);
  });

  it('takes large events, and refuses an append past the limit as a whole', async () => {
    const stream = newStream();
    const large = [1, 2, 3].map((n) =>
      newEvent('contract.Large.v1', { n, x: 'é'.repeat(150_000) }),
    );
    expect(await store().append(stream, 'no_stream', large)).toMatchObject({ revision: 2 });
    const stored = await all(store().readStream(stream));
    expect(stored.map(({ data }) => data)).toEqual(large.map(({ data }) => data));
    const tooMuch = [1, 2].map(() => newEvent('contract.Large.v1', { x: 'x'.repeat(600_000) }));
    await expect(store().append(stream, 2, tooMuch)).rejects.toThrow(RangeError);
    expect(await all(store().readStream(stream, { from: 3 }))).toEqual([]);
  });

  it.each([
    ['no events', newStream(), []],
    ['an empty stream name', '', newEvents(1)],
    ['a system stream', '$all', newEvents(1)],
    ['a stream name with a control character', 'a\nb', newEvents(1)],
    ['a stream name that is too long', 'x'.repeat(2_000), newEvents(1)],
    ['a system event type', newStream(), newEvents(1, '$metadata')],
    ['an id that is no UUID', newStream(), [{ ...newEvent(), id: '1' }]],
    [
      'one id twice',
      newStream(),
      [newEvent(), newEvent()].map((e, _, [a]) => ({ ...e, id: a!.id })),
    ],
  ])('refuses %s', async (_, stream, events) => {
    await expect(store().append(stream, 'no_stream', events)).rejects.toThrow(RangeError);
  });
}
