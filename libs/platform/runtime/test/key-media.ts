import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryKeyTable } from '../../../../test/support/memory-key-table.js';
import { connectMongo } from '#libs/platform/stores';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import type { KeyTable } from '../src/key-store.js';
import { LmdbKeyTable } from '../src/lmdb-key-table.js';
import { MongoKeyTable } from '../src/mongodb-key-table.js';

/** A store of keys that several processes can open. */
export interface KeyMedium {
  table(): Promise<KeyTable>;
  remove(): Promise<void>;
}

const realServer = process.env['TEST_MONGODB_URL'];

/** Every kind of key store; also a real MongoDB if `TEST_MONGODB_URL` names one. */
export const keyMedia: Readonly<Record<string, () => Promise<KeyMedium>>> = {
  memory: () => {
    const table = new MemoryKeyTable();
    return Promise.resolve({
      table: () => Promise.resolve(table),
      remove: () => Promise.resolve(),
    });
  },
  lmdb: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'keys-'));
    return {
      table: () => Promise.resolve(new LmdbKeyTable(directory)),
      remove: () => rm(directory, { recursive: true }),
    };
  },
  mongodb: async () => {
    const server = await MongoFixture.start({ replicaSet: true });
    return { table: () => MongoKeyTable.connect(server.url()), remove: () => server.stop() };
  },
  ...(realServer !== undefined && { 'a real mongodb': () => onServer(realServer) }),
};

function onServer(server: string): Promise<KeyMedium> {
  const url = new URL(server);
  url.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  return Promise.resolve({
    table: () => MongoKeyTable.connect(url.href),
    remove: async () => {
      const { database, close } = await connectMongo(url.href, 'shared');
      await database('_keys').dropDatabase();
      await close();
    },
  });
}
