import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DryRun, DryRunEventStore, isDryRun, outsideDryRuns } from './dry-run.js';
import type { EventStore, NewEvent, StoredEvent } from './event-store.js';
import { openEventStore } from './open-event-store.js';
import { randomUUID } from 'node:crypto';

let directory: string;
let log: EventStore;
let store: EventStore;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dry-run-'));
  log = await openEventStore({ directory });
  store = new DryRunEventStore(log);
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

const events = (...names: readonly string[]): NewEvent[] =>
  names.map((name) => ({ id: randomUUID(), type: `x.${name}.v1`, data: {}, metadata: {} }));

async function read(
  stream: string,
  options?: Parameters<EventStore['readStream']>[1],
): Promise<string[]> {
  const found: StoredEvent[] = [];
  for await (const event of store.readStream(stream, options)) found.push(event);
  return found.map(({ type, revision }) => `${revision} ${type}`);
}

describe('what a dry run appends', () => {
  it('is read behind the stream by the run alone, either way and from anywhere', async () => {
    await store.append('s-1', 'no_stream', events('A', 'B'));
    const before = await log.head();
    const run = new DryRun();
    await run.run(async () => {
      expect(await store.append('s-1', 1, events('C', 'D'))).toEqual({
        outcome: 'appended',
        revision: 3,
        position: before,
      });
      // others go on with the stream meanwhile
      await outsideDryRuns(() => store.append('s-1', 1, events('E')));
      expect(await read('s-1')).toEqual(['0 x.A.v1', '1 x.B.v1', '2 x.C.v1', '3 x.D.v1']);
      expect(await read('s-1', { from: 1, max: 2 })).toEqual(['1 x.B.v1', '2 x.C.v1']);
      expect(await read('s-1', { from: 3 })).toEqual(['3 x.D.v1']);
      const backwards = { direction: 'backwards' } as const;
      expect(await read('s-1', { ...backwards, max: 3 })).toEqual([
        '3 x.D.v1',
        '2 x.C.v1',
        '1 x.B.v1',
      ]);
      expect(await read('s-1', { ...backwards, from: 0 })).toEqual(['0 x.A.v1']);
    });
    expect(run.events.map(({ type }) => type)).toEqual(['x.C.v1', 'x.D.v1']);
    expect(await read('s-1')).toEqual(['0 x.A.v1', '1 x.B.v1', '2 x.E.v1']);
  });

  it('must be at the revision that was decided on', async () => {
    await store.append('s-2', 'no_stream', events('A'));
    await new DryRun().run(async () => {
      const conflict = { outcome: 'conflict', actual: 0 };
      expect(await store.append('s-2', 'no_stream', events('B'))).toEqual(conflict);
      const both = [store.append('s-2', 0, events('B')), store.append('s-2', 0, events('C'))];
      const outcomes = (await Promise.all(both)).map(({ outcome }) => outcome);
      expect(outcomes).toEqual(['appended', 'conflict']);
      const none = { outcome: 'conflict', actual: 'no_stream' };
      expect(await store.append('s-3', 0, events('A'))).toEqual(none);
    });
  });

  it("is nobody else's, nor that of work that is taken out of the run", () => {
    const run = new DryRun();
    expect([isDryRun(), run.run(isDryRun), run.run(() => outsideDryRuns(isDryRun))]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
