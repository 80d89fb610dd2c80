import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** Master key of services on test servers, so that each can open what an earlier one sealed. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 9).toString('base64');

/**
 * Environment of a service on the servers named by `TEST_EVENTSTORE_URL` and `TEST_MONGODB_URL`; undefined if neither is set.
 *
 * A log outlives a run, and the keys of its persons are in MongoDB or in `DATA_DIR`. So the directory is always the same:
 * `TEST_STORES_DIR`, or one below `data/`. Remove it when you reset a server.
 */
export function namedServers(): Readonly<Record<string, string>> | undefined {
  const {
    TEST_STORES_DIR: given,
    TEST_EVENTSTORE_URL: events,
    TEST_MONGODB_URL: documents,
  } = process.env;
  if (!events && !documents) return undefined;
  const name = createHash('sha256').update(`${events} ${documents}`).digest('hex').slice(0, 12);
  const directory = resolve(given ?? `data/test-stores/${name}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return {
    DATA_DIR: directory,
    MASTER_KEY: TEST_MASTER_KEY,
    ...(events && { EVENTSTORE_URL: events }),
    ...(documents && { MONGODB_URL: documents, MONGODB_STANDALONE: 'accept' }),
  };
}

/** Store settings of this run's services, as set by `npm run test:stores`; empty for the embedded stores. */
export function testedStores(): Readonly<Record<string, string>> {
  return process.env['TEST_STORES_DIR'] ? (namedServers() ?? {}) : {};
}
