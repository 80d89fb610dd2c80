import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent } from '#libs/platform/kernel';
import { loadConfig } from '#libs/platform/runtime';
import type { Feature } from './feature.js';
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
});
