import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { captureLog } from '../../../test/support/captured-log.js';
import { eventually } from '../../../test/support/condition.js';
import { EventStoreDbFixture } from '../../../test/support/eventstoredb-fixture.js';
import { freePort } from '../../../test/support/free-port.js';
import { MongoFixture } from '../../../test/support/mongodb-fixture.js';
import { RefusingEventStoreDb } from '../../../test/support/refusing-eventstoredb.js';
import { type EventStore, openEventStore } from '#libs/platform/event-store';
import { type Config, createLogger, loadConfig, VERSION } from '#libs/platform/runtime';
import { openForReading, openVaultForReading } from '#libs/platform/service';
import { startProjector } from './projector.js';
import { startService } from './service.js';

/** What the role `read` lacks. */
const MAY_ONLY_READ = ['insert', 'update', 'delete', 'create', 'createIndexes', 'drop'];

describe('a start beside servers', () => {
  let dataDir: string;
  let mongo: MongoFixture;
  let port: number;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'start-'));
    mongo = await MongoFixture.start({ replicaSet: true });
    port = await freePort();
  });
  afterEach(async () => {
    await mongo.stop();
    await rm(dataDir, { recursive: true });
  });

  const configured = (more: Readonly<Record<string, string>> = {}): Config =>
    loadConfig({
      DATA_DIR: dataDir,
      PORT: String(port),
      MONGODB_URL: mongo.url(),
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      ...more,
    });
  const get = async (path: string): Promise<{ status: number; body: string }> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, body: await answer.text() };
  };

  it('waits for a server that is away, and says so', async () => {
    await mongo.goAway();
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const starting = startService(configured(), {
      logger: createLogger({ level: 'info', destination }),
    });
    await eventually(() =>
      get('/health/live').then(
        ({ status }) => status === 200 || undefined,
        () => undefined,
      ),
    );
    const { hostname, port: at } = new URL(mongo.url());
    const reason = `MongoDB at ${hostname}:${at} cannot be used: nothing listens there (ECONNREFUSED)`;
    const waits = await get('/health/ready');
    expect(waits).toEqual({ status: 503, body: expect.stringContaining('waits for its stores') });
    expect((await get('/restapi/accounts')).status).toBe(503);
    await eventually(() => lines.join('').includes(reason) || undefined);
    await mongo.comeBack();
    const service = await starting;
    expect((await get('/restapi/accounts')).status).toBe(401);
    await service.stop();
    const said = lines.map((line) => JSON.parse(line) as { msg: string });
    expect(said.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['starting', 'lease acquired', 'stopping', 'lease ended', 'stopped']),
    );
    expect(said[0]).toMatchObject({
      msg: 'starting',
      version: VERSION,
      config: { eventStore: 'embedded', documentStore: { hosts: `${hostname}:${at}` } },
    });
    expect(said[0]).not.toHaveProperty('config.masterKey');
  });

  const silent = { logger: createLogger({ level: 'silent' }) };
  const responds = (path: string): Promise<number> =>
    eventually(() =>
      get(path).then(
        ({ status }) => status,
        () => undefined,
      ),
    );

  it('is live while its collections are made, several at a time, and makes none that is there', async () => {
    // of checkpoints the index that each collection has, and that by which signatures expire
    const ofStores = 3;
    const heal = mongo.misbehave({
      command: 'createIndexes',
      matches: ({ $db, createIndexes: collection }) =>
        $db === 'test' && collection !== 'store.checkpoints',
      hangs: true,
    });
    const starting = startService(configured(), silent);
    const atOnce = 8 + ofStores;
    await eventually(() => (mongo.count('createIndexes') === atOnce ? true : undefined));
    expect(await responds('/health/live')).toBe(200);
    expect(await responds('/health/ready')).toBe(503);
    expect(mongo.count('createIndexes')).toBe(atOnce);
    heal();
    const service = await starting;
    await eventually(async () => ((await get('/health/ready')).status === 200 ? true : undefined));
    await service.stop();
    mongo.forget();
    const again = await startService(configured(), silent);
    await eventually(async () => ((await get('/health/ready')).status === 200 ? true : undefined));
    await again.stop();
    const made = ['create', 'createIndexes', 'drop'].map((command) => mongo.count(command));
    expect(made).toEqual([0, ofStores, 0]);
    expect(mongo.count('listIndexes')).toBeLessThan(8);
    expect(mongo.count('listCollections')).toBeLessThan(8);
  });

  describe('for a user who lacks rights in one of the databases', () => {
    const deny = (suffix: string, commands: readonly string[]): (() => void) => {
      const matches = ({ $db }: Record<string, unknown>): boolean => $db === `test${suffix}`;
      const heals = commands.map((command) =>
        mongo.misbehave({ command, matches, code: 13, codeName: 'Unauthorized' }),
      );
      return () => heals.forEach((heal) => heal());
    };
    const DATABASES = ['', '_keys', '_shared', '_progress'];
    const lacks = (suffix: string): readonly (readonly string[])[] => [
      ...[['find'], ['insert'], ['update'], ['delete'], MAY_ONLY_READ],
      ...(['', '_progress'].includes(suffix) ? [['createIndexes']] : []),
    ];
    const denied =
      /^MongoDB at 127\.0\.0\.1:\d+ denies a caller without a user the required rights \(Unauthorized\)/;

    it.each(DATABASES)(
      'ends before anything is made in "test%s", and later as well',
      async (suffix) => {
        for (const time of ['first', 'second']) {
          for (const commands of lacks(suffix)) {
            const heal = deny(suffix, commands);
            await expect(startService(configured(), silent)).rejects.toThrow(denied);
            heal();
          }
          if (time === 'first') await (await startService(configured(), silent)).stop();
        }
      },
    );

    describe('beside a projector', () => {
      let log: EventStore;
      let events: EventStoreDbFixture;
      let beside: Config;
      beforeEach(async () => {
        log = await openEventStore({ directory: join(dataDir, 'server') });
        events = await EventStoreDbFixture.start(log);
        beside = configured({
          EVENTSTORE_URL: events.connectionString,
          PROJECTOR_PORT: String(await freePort()),
        });
      });
      afterEach(async () => {
        await events.stop();
        await log.close();
      });

      it.each(DATABASES)('ends each of the two, in "test%s"', async (suffix) => {
        for (const commands of lacks(suffix)) {
          const heal = deny(suffix, commands);
          await expect(startProjector(beside, silent)).rejects.toThrow(denied);
          await expect(startService(beside, silent)).rejects.toThrow(denied);
          heal();
        }
      });

      it('starts an API although nothing can be written at present', async () => {
        await (await startProjector(beside, silent)).stop();
        for (const command of ['insert', 'update', 'delete']) {
          mongo.misbehave({ command, code: 14031, codeName: 'OutOfDiskSpace' });
        }
        await (await startService(beside, silent)).stop();
      });
    });

    it('does what only reads, where that is all the user may do', async () => {
      await (await startService(configured(), silent)).stop();
      for (const suffix of DATABASES) deny(suffix, MAY_ONLY_READ);
      for (const open of [openForReading, openVaultForReading]) {
        await (await open(configured(), [])).close();
      }
      for (const [suffix, open] of [
        ['', openForReading],
        ['_keys', openForReading],
        ['_shared', openVaultForReading],
      ] as const) {
        const heal = deny(suffix, ['find']);
        await expect(open(configured(), [])).rejects.toThrow(denied);
        heal();
      }
    });
  });

  it('waits while the server restarts behind its gateway', async () => {
    const heal = mongo.misbehave({ code: 1, codeName: 'InternalError' });
    const starting = startService(configured(), silent);
    expect(await responds('/health/live')).toBe(200);
    await eventually(() => (mongo.received.length > 0 ? true : undefined));
    heal();
    const service = await starting;
    await eventually(async () => ((await get('/health/ready')).status === 200 ? true : undefined));
    await service.stop();
  });

  it('refuses a single server unless it is accepted, and says what it lacks', async () => {
    await mongo.stop();
    mongo = await MongoFixture.start({ replicaSet: false });
    const lacks =
      /^MongoDB at 127\.0\.0\.1:\d+ is a single server, no replica set: a crash can undo writes/;
    await expect(startService(configured(), silent)).rejects.toThrow(lacks);
    const { logger, lines } = captureLog();
    const service = await startService(configured({ MONGODB_STANDALONE: 'accept' }), { logger });
    await service.stop();
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContainEqual(
      expect.stringMatching(lacks),
    );
  });

  it('ends where the server refuses its user', async () => {
    const server = await RefusingEventStoreDb.start('unauthenticated');
    const host = `127.0.0.1:${server.port}`;
    const config = configured({ EVENTSTORE_URL: `esdb://svc:secret@${host}?tls=false` });
    await expect(
      startService(config, { logger: createLogger({ level: 'silent' }) }),
    ).rejects.toMatchObject({
      message: `EventStoreDB at ${host} refuses the user "svc": wrong password or unknown user (UNAUTHENTICATED)`,
    });
    server.stop();
  });
});
