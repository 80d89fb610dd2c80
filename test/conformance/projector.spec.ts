import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type RunningProjector,
  type RunningService,
  startProjector,
  startService,
} from '#libs/application';
import { type EventStore, openEventStore } from '#libs/platform/event-store';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import { eventually, PATIENT } from '../support/condition.js';
import { EventStoreDbFixture } from '../support/eventstoredb-fixture.js';
import { MongoFixture } from '../support/mongodb-fixture.js';

interface Answer {
  readonly status: number;
  readonly text: string;
}

const logger = createLogger({ level: 'silent' });

describe('decisions §11 › a projector beside the API, on servers', () => {
  let directory: string;
  let log: EventStore;
  let events: EventStoreDbFixture;
  let mongo: MongoFixture;
  let projector: RunningProjector | undefined;
  let api: RunningService;
  let config: ReturnType<typeof loadConfig>;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'servers-'));
    log = await openEventStore({ directory: join(directory, 'server') });
    events = await EventStoreDbFixture.start(log);
    mongo = await MongoFixture.start({ replicaSet: true });
    config = loadConfig({
      DATA_DIR: join(directory, 'data'),
      EVENTSTORE_URL: events.connectionString,
      MONGODB_URL: mongo.url(),
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      PROJECTOR_PORT: '0',
      LOG_LEVEL: 'silent',
      ...PATIENT,
    });
    projector = await startProjector(config, { logger });
    api = await startService(config, { logger });
  });
  afterAll(async () => {
    await api.stop();
    await projector?.stop();
    await events.stop();
    await mongo.stop();
    await log.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function get(base: string, path: string): Promise<Answer> {
    const answer = await fetch(base + path);
    return { status: answer.status, text: await answer.text() };
  }
  const ofProjector = (path: string): Promise<Answer> =>
    get(`http://127.0.0.1:${projector?.port}`, path);

  it('answers for its health, and for nothing else', async () => {
    expect((await ofProjector('/health/live')).status).toBe(200);
    expect((await ofProjector('/health/ready')).status).toBe(200);
    const metrics = await ofProjector('/metrics');
    expect(metrics.text).toMatch(/projection_state\{projection="members\.member"\} 0/);
    expect(metrics.text).toMatch(/reaction_position\{/);
    expect((await ofProjector('/restapi/accounts')).status).toBe(404);
  });

  it('tells the API where read models are', async () => {
    await eventually(async () =>
      (await get(api.url, '/metrics')).text.includes(
        'projection_state{projection="members.member"} 0',
      )
        ? true
        : undefined,
    );
    const ready = await eventually(async () => {
      const { status, text } = await get(api.url, '/health/ready');
      const health = JSON.parse(text) as { lagSeconds: number };
      return status === 200 && health.lagSeconds === 0 ? health : undefined;
    });
    expect(ready).toMatchObject({ status: 'ready', behind: [] });
  });
});
