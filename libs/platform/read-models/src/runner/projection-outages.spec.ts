import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openEventStore } from '#libs/platform/event-store';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import { MongoFixture, QUOTED } from '../../../../../test/support/mongodb-fixture.js';
import { counters, ProjectionWorld, until } from '../../../../../test/support/projection-world.js';
import { openDocumentStore } from '../open-document-store.js';

/** What servers say: known codes and unknown ones, passing troubles, missing rights, and what sounds like a fault of the request. */
const CODES: readonly (readonly [code: number, name: string])[] = [
  [1, 'InternalError'],
  [8, 'UnknownError'],
  [13, 'Unauthorized'],
  [18, 'AuthenticationFailed'],
  [24, 'LockTimeout'],
  [26, 'NamespaceNotFound'],
  [39, 'FileStreamFailed'],
  [48, 'NamespaceExists'],
  [86, 'IndexKeySpecsConflict'],
  [91, 'ShutdownInProgress'],
  [96, 'OperationFailed'],
  [10334, 'BSONObjectTooLarge'],
  [11000, 'DuplicateKey'],
  [14031, 'OutOfDiskSpace'],
  [16500, 'RequestRateTooLarge'],
  [987654, 'NeverHeardOf'],
];

/** The commands that a leader sends; undefined for all of them, as of a server that restarts behind its gateway. */
const COMMANDS = [
  'find',
  'update',
  'insert',
  'listCollections',
  'create',
  'createIndexes',
  'delete',
  'drop',
  undefined,
];

/** What arrives of a response. */
const HALF = (response: Buffer): Buffer => response.subarray(0, response.length / 2);
const withoutBody = (response: Buffer): Buffer => Buffer.from(response).fill(0, 16);
const noise = (response: Buffer): Buffer => Buffer.from(response).fill('noise', 25);

/** Responses that are none, or that say nothing useful. */
const NONSENSE: readonly (readonly [what: string, Parameters<MongoFixture['misbehave']>[0]])[] = [
  ['is cut off', { garbles: HALF }],
  ['never begins', { garbles: () => Buffer.alloc(0) }],
  ['has no documents', { garbles: withoutBody }],
  ['is noise', { garbles: noise }],
  ['speaks another protocol', { garbles: () => Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n') }],
  ['says nothing but ok', { answers: () => ({ ok: 1 }) }],
  ['has errors without a code', { answers: (own) => ({ ...own, n: 0, writeErrors: [{}] }) }],
];

describe('a document store that says no', () => {
  let fixture: MongoFixture;
  let world: ProjectionWorld;
  let directory: string;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'outages-'));
    fixture = await MongoFixture.start({ replicaSet: true });
    world = ProjectionWorld.over(
      await openEventStore({ directory }),
      await openDocumentStore({ directory, url: fixture.url() }),
    );
  });
  afterEach(async () => {
    await world.close();
    await fixture.stop();
    await rm(directory, { recursive: true });
  });

  it('is asked for little while nothing happens', async () => {
    const runner = world.runner({ publishes: true });
    await runner.start();
    expect(await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    await until('looked at everything', () => fixture.count('listCollections') > 1);
    // The clock stands still, so neither the lease nor, once its last change is stored, the status is due.
    await until('nothing stored in forty rounds', async () => {
      fixture.forget();
      await until('some rounds', () => fixture.count('find') >= 40);
      expect(fixture.count('listCollections')).toBeLessThan(3);
      return fixture.count('update') === 0;
    });
  });

  it.each(CODES)(
    'with %i (%s), at any command, once or for a while, before the first start or later, stops no read model',
    async (code, codeName) => {
      const heal = fixture.misbehave({ command: 'createIndexes', code, codeName });
      const one = counters();
      const other = counters({ name: 'counters.other', indexes: [{ name: 'id', fields: ['id'] }] });
      const lines: string[] = [];
      const log = (details: object, text: string): void =>
        void lines.push(JSON.stringify(details) + text);
      const logger = { info: log, warn: log, error: log };
      const runner = world.runner({ projections: [one, other], logger, publishes: true });
      const starting = runner.start().catch(() => undefined);
      await until('asked for indexes', () => fixture.count('createIndexes') > 0);
      await starting;
      heal();
      await runner.start();
      // On a busy machine the lease may be lost meanwhile: who waits is then told what the store says.
      const readable = (position: bigint): Promise<unknown> =>
        until('readable', () => runner.waitFor('all', position, PATIENCE_MS).catch(() => false));
      await readable(await world.add(1, 'a'));
      for (const command of COMMANDS) {
        if (command !== undefined) fixture.failAt(command, code, codeName);
        await readable(await world.add(2, 'a'));
        const over = fixture.misbehave({ ...(command && { command }), code, codeName });
        fixture.forget();
        const last = await world.add(3, 'a', 'b');
        if (command === 'find') await runner.generations.rebuild(one.name).catch(() => undefined);
        if (command === undefined || command === 'update') {
          await until('seen', () =>
            runner.status().some(({ lastError = '' }) => lastError.includes(codeName)),
          );
        } else await until('went on', () => fixture.received.length > 5);
        over();
        await readable(last);
      }
      await until('all are live', () => runner.status().every(({ state }) => state === 'live'));
      for (const { name } of [one, other]) {
        const stored = await world.stored((await world.documents.pointer(name)) ?? '');
        expect(stored).toEqual(await world.expected(one));
      }
      expect(lines.join()).not.toContain(QUOTED);
      expect(lines.join()).not.toContain('projection stopped');
    },
  );

  it.each(NONSENSE)('with a response that %s stops no read model', async (_what, how) => {
    const lines: string[] = [];
    const log = (details: object, text: string): void =>
      void lines.push(JSON.stringify(details) + text);
    const logger = { info: log, warn: log, error: log };
    const runner = world.runner({ logger, publishes: true });
    await runner.start();
    for (const command of ['find', 'update', undefined]) {
      const over = fixture.misbehave({ ...(command && { command }), ...how });
      fixture.forget();
      const last = await world.add(3, 'a', 'b');
      await until('went on', () => fixture.received.length > 5);
      over();
      await until('readable', () => runner.waitFor('all', last, PATIENCE_MS).catch(() => false));
    }
    expect(await world.stored((await world.documents.pointer('counters.counter')) ?? '')).toEqual(
      await world.expected(counters()),
    );
    expect(lines.join()).not.toContain('projection stopped');
  });
});
