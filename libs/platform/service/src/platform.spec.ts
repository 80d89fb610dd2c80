import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import { TEST_MASTER_KEY } from '../../../../test/support/tested-stores.js';
import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent } from '#libs/platform/kernel';
import { loadConfig } from '#libs/platform/runtime';
import type { Feature } from './definitions.js';
import { openPlatform } from './platform.js';

type Noted = DomainEvent<'note.Noted', { readonly owner: string; readonly text: string }>;

const events = defineEvents<Noted>({
  'note.Noted': {
    history: { title: 'Noted' },
    personal: { subject: ({ owner }) => `person:${owner}`, fields: ['text'] },
  },
});
const notes = {
  name: 'notes.note',
  version: 1,
  indexes: [],
  events: ['note.Noted'],
  documents: () => [],
  fold: () => undefined,
};

describe('the platform', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platform-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function open(projection: object): Promise<void> {
    const feature = { events: [events], projections: [projection] } as unknown as Feature;
    const platform = await openPlatform(loadConfig({ DATA_DIR: directory }), [feature]);
    await platform.close();
  }

  it('refuses a read model of personal data whose documents an erasure could not find', async () => {
    await expect(open(notes)).rejects.toThrow('notes.note wants personal data');
    await open({ ...notes, impersonal: true });
    await open({ ...notes, history: { streams: () => [], fixed: {} } });
  });

  it('takes the leases of a killed process, which the lock of the embedded log shows to be gone', async () => {
    const mongo = await MongoFixture.start({ replicaSet: true });
    try {
      const config = loadConfig({
        DATA_DIR: directory,
        MONGODB_URL: mongo.url(),
        MASTER_KEY: TEST_MASTER_KEY,
      });
      const killed = await openPlatform(config, []);
      expect(await killed.documents.acquireLease('work', killed.holder, 3_600_000)).toBeDefined();
      // a death releases the lock of the directory, but no lease
      await killed.close();
      const next = await openPlatform(config, []);
      const take = (holder: string) => next.documents.acquireLease('work', holder, 3_600_000);
      expect(await take('another')).toBeUndefined();
      expect(await take(next.holder)).toBeDefined();
      await next.close();
    } finally {
      await mongo.stop();
    }
  });
});
