import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openEventStore } from '#libs/platform/event-store';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import { crashRounds } from '../../../../../test/support/crash-rounds.js';
import {
  counters,
  decodePlainly,
  ProjectionWorld,
  until,
} from '../../../../../test/support/projection-world.js';
import { openDocumentStore } from '../open-document-store.js';

const child = resolve('test/support/projection-child.mjs');
const built = resolve('dist/libs/platform/read-models/src/index.js');

/** Lets a process append and project until it has done at least `count` events, and kills it in the middle of things. */
async function runAndKill(directory: string, mode: string, count: number): Promise<void> {
  const victim = fork(child, [directory, mode], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const gone = once(victim, 'exit');
  let reached = 0;
  victim.on('message', (message) => {
    if (typeof message === 'number') reached = message;
  });
  await until('events', () => reached >= count || victim.exitCode !== null);
  victim.kill('SIGKILL');
  const [, signal] = (await gone) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}

/** A checkpoint is never ahead of its documents: each has all events up to there, and some have more. */
async function expectNothingMissing(world: ProjectionWorld, collection: string): Promise<void> {
  const upTo = (await world.documents.checkpoint(collection)) ?? 0n;
  expect(upTo <= (await world.log.head())).toBe(true);
  const expected = await world.expected(counters(), upTo);
  const ids = [...new Set([...expected.keys(), ...(await world.stored(collection)).keys()])];
  const stored = await world.documents.load(collection, ids);
  for (const [i, id] of ids.entries()) {
    const { document, position = 0n } = stored[i] ?? {};
    if (position <= upTo) expect(document).toEqual(expected.get(id));
  }
}

describe('after kill -9', () => {
  it('the build is there for the child process', () => {
    expect(existsSync(built)).toBe(true);
  });

  it.each(['projecting', 'rebuild'])('while %s, documents equal a fold from zero', async (mode) => {
    const directory = mkdtempSync(join(tmpdir(), 'crash-'));
    try {
      for (let round = 0; round < crashRounds(2); round++) {
        await runAndKill(directory, mode, 40 + Math.floor(Math.random() * 400));
        const log = await openEventStore({ directory: join(directory, 'events') });
        const documents = await openDocumentStore({ directory: join(directory, 'documents') });
        const head = await log.head();
        const world = ProjectionWorld.over(log, documents);
        for (const collection of await documents.listCollections()) {
          await expectNothingMissing(world, collection);
        }
        if (round % 2 === 1) {
          const runner = world.runner({ leaseMs: 1, clock: { now: () => Date.now() } });
          await runner.start();
          expect(await runner.waitFor('all', head, PATIENCE_MS)).toBe(true);
          const { collection = '' } = runner.live('counters.counter') ?? {};
          expect(await world.stored(collection)).toEqual(await world.expected(counters()));
        }
        await world.close();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  it('a rebuild goes on from its checkpoint, not from the start', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'crash-'));
    const open = async (): Promise<ProjectionWorld> =>
      ProjectionWorld.over(
        await openEventStore({ directory: join(directory, 'events') }),
        await openDocumentStore({ directory: join(directory, 'documents') }),
      );
    const own = { leaseMs: 1, clock: { now: () => Date.now() } };
    try {
      const before = await open();
      for (let n = 0; n < 1_400; n++) await before.add(n, `c${n % 101}`, `d${n % 17}`);
      const first = before.runner(own);
      await first.start();
      expect(await first.waitFor('all', await before.log.head(), PATIENCE_MS)).toBe(true);
      await before.close();

      await runAndKill(directory, 'half', 1);
      const world = await open();
      const rebuilt = 'counters_counter_v1_g2';
      const resumed = (await world.documents.checkpoint(rebuilt)) ?? 0n;
      expect(resumed).toBeGreaterThan(0n);
      expect(await world.documents.pointer('counters.counter')).toBe('counters_counter_v1_g1');
      const decoded: bigint[] = [];
      const second = world.runner({
        ...own,
        decode: (events) => {
          decoded.push(...events.map(({ position }) => position));
          return Promise.resolve(events.map(decodePlainly));
        },
      });
      await second.start();
      await until(
        'live',
        async () => (await world.documents.pointer('counters.counter')) === rebuilt,
      );
      // each of the events it had not stored, once, and none before
      const left: bigint[] = [];
      for await (const { position } of world.log.readAll({ after: resumed })) left.push(position);
      expect(left.length).toBeLessThan(1_400);
      expect(decoded).toEqual(left);
      expect(await world.stored(rebuilt)).toEqual(await world.expected(counters()));
      await world.close();
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
