import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Document } from 'bson';
import { captureLog } from '../../../test/support/captured-log.js';
import { eventually } from '../../../test/support/condition.js';
import { EventStoreDbFixture } from '../../../test/support/eventstoredb-fixture.js';
import { freePort } from '../../../test/support/free-port.js';
import { MongoFixture, QUOTED } from '../../../test/support/mongodb-fixture.js';
import { type EventStore, openEventStore } from '#libs/platform/event-store';
import { type Config, loadConfig } from '#libs/platform/runtime';
import { startProjector } from './projector.js';
import { startService } from './service.js';

/** How one command of a start fails. */
const TROUBLES: readonly Parameters<MongoFixture['misbehave']>[0][] = [
  { code: 1, codeName: 'InternalError' },
  { loses: true },
  { code: 91, codeName: 'ShutdownInProgress' },
  { garbles: () => Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n') },
  { code: 13, codeName: 'Unauthorized' },
  { garbles: () => Buffer.alloc(0) },
  { code: 16500, codeName: 'RequestRateTooLarge' },
];

describe.each(['service', 'projector'] as const)('a start of a %s', (program) => {
  let directory: string;
  let log: EventStore;
  let events: EventStoreDbFixture;
  let mongo: MongoFixture;
  let port: number;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'start-'));
    log = await openEventStore({ directory: join(directory, 'log') });
    events = await EventStoreDbFixture.start(log);
    mongo = await MongoFixture.start({ replicaSet: true });
    port = await freePort();
  });
  afterEach(async () => {
    await mongo.stop();
    await events.stop();
    await log.close();
    await rm(directory, { recursive: true });
  });

  /** In a database and a directory of the name. */
  const configured = (name: string): Config =>
    loadConfig({
      DATA_DIR: join(directory, name),
      PORT: String(port),
      PROJECTOR_PORT: String(port),
      MONGODB_URL: mongo.url().replace('/test?', `/${name}?socketTimeoutMS=300&`),
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      ...(program === 'projector' && { EVENTSTORE_URL: events.connectionString }),
    });

  /** Starts and stops. Returns how many commands were sent until it was ready, and the warnings. */
  async function started(name: string): Promise<{ commands: number; warnings: readonly string[] }> {
    mongo.forget();
    const logs = captureLog();
    const start = program === 'service' ? startService : startProjector;
    const { stop } = await start(configured(name), logs);
    await eventually(async () => {
      const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`);
      return ok || undefined;
    });
    const commands = mongo.received.length;
    await stop();
    return { commands, warnings: logs.lines };
  }

  it.each([
    ['first', false],
    ['later', true],
  ])('the %s one, succeeds or ends with one line whichever command fails', async (_, isLater) => {
    if (isLater) await started('undisturbed');
    const { commands } = await started('undisturbed');
    for (const [index, trouble] of TROUBLES.entries()) {
      const name = isLater ? 'undisturbed' : `first-${index}`;
      const failing = Math.floor((commands * index) / TROUBLES.length);
      const asked = new Set<Document>();
      let failed: Document | undefined;
      const matches = (command: Document): boolean => {
        asked.add(command);
        if (asked.size > failing) failed ??= command;
        return command === failed;
      };
      const heal = mongo.misbehave({ ...trouble, matches });
      const outcome = await started(name).catch((error: unknown) => error);
      heal();
      expect(failed).toBeDefined();
      if (outcome instanceof Error) {
        expect({ trouble, message: outcome.message }).toMatchObject({
          trouble: { codeName: 'Unauthorized' },
          message: expect.stringMatching(/^MongoDB at [^\n]*\(Unauthorized\)[^\n]*$/) as unknown,
        });
      } else {
        const { warnings } = outcome as { warnings: readonly string[] };
        expect(warnings.join('')).not.toMatch(/stopped|parked|not opened/);
        expect(warnings.join('')).not.toContain(QUOTED);
      }
    }
  });
});
