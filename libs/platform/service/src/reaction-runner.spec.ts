import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  EventCodec,
  EventRegistry,
  type EventStore,
  openEventStore,
} from '#libs/platform/event-store';
import { type DocumentStore, openDocumentStore } from '#libs/platform/read-models';
import { createLogger, deriveUuid, SystemClock } from '#libs/platform/runtime';
import { eventually } from '../../../../test/support/condition.js';
import { ReactionRunner } from './reaction-runner.js';

const WANTED = 'test.Happened';
const OTHER = 'test.Other';

describe('ReactionRunner', () => {
  let directory: string;
  let store: EventStore;
  let progress: DocumentStore;
  let revision: number;
  let stop: AbortController;
  let running: Promise<void>;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reactions-'));
    store = await openEventStore({ directory: join(directory, 'events') });
    progress = await openDocumentStore({ directory: join(directory, 'progress') });
    revision = -1;
    stop = new AbortController();
    running = Promise.resolve();
  });
  afterEach(async () => {
    stop.abort();
    await running;
    await store.close();
    await progress.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Appends one event; answers its position. */
  async function append(type: string): Promise<bigint> {
    const id = deriveUuid('event', String(revision));
    const metadata = { at: '2026-03-02T15:00:00.000Z' };
    const expected = revision === -1 ? 'no_stream' : revision;
    const event = { id, type: `${type}.v1`, data: {}, metadata };
    const result = await store.append('test-1', expected, [event]);
    if (result.outcome === 'conflict') throw new Error('conflict');
    revision = result.revision;
    return result.position;
  }

  function reacting(react: () => Promise<bigint>): ReactionRunner {
    const never = (): never => {
      throw new Error('nothing is sealed');
    };
    const registry = new EventRegistry([{ [WANTED]: { version: 1 }, [OTHER]: { version: 1 } }]);
    const sealer = { ensure: never, prefetch: never, seal: never, open: never, opener: never };
    const runner = new ReactionRunner({
      store,
      codec: new EventCodec(registry, sealer),
      progress,
      logger: createLogger({ level: 'silent' }),
      clock: new SystemClock(),
    });
    running = runner.run([{ name: 'test.reaction', events: [WANTED], react }], stop.signal);
    return runner;
  }

  it('is as far as the log, whatever the newest events are', async () => {
    const runner = reacting(() => Promise.resolve(0n));
    await append(WANTED);
    const head = await append(OTHER);
    await eventually(() => (runner.status()[0]?.position === head ? true : undefined));
  });

  it('goes on saying that an event failed while it is tried again', async () => {
    let attempts = 0;
    let succeed = (): void => undefined;
    const runner = reacting(() => {
      attempts += 1;
      if (attempts === 1) return Promise.reject(new TypeError('not yet'));
      return new Promise((resolve) => (succeed = () => resolve(0n)));
    });
    await append(OTHER);
    const position = await append(WANTED);
    await eventually(() => (attempts === 2 ? true : undefined));
    expect(runner.status()).toMatchObject([{ lastError: 'TypeError' }]);
    succeed();
    const dealtWith = [{ name: 'test.reaction', position }];
    await eventually(() => (runner.status()[0]?.position === position ? true : undefined));
    expect(runner.status()).toEqual(dealtWith);
  });
});
