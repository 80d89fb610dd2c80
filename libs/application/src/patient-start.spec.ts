import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/condition.js';
import { freePort } from '../../../test/support/free-port.js';
import { MongoFixture } from '../../../test/support/mongodb-fixture.js';
import { RefusingEventStoreDb } from '../../../test/support/refusing-eventstoredb.js';
import { type Config, createLogger, loadConfig, VERSION } from '#libs/platform/runtime';
import { startService } from './service.js';

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
    expect(lines.join('')).toContain(reason);
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
