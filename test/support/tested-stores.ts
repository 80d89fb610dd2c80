import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** Key of the services that run on servers of tests: what one of them has sealed, the next can open. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 9).toString('base64');

/**
 * The servers that `TEST_EVENTSTORE_URL` and `TEST_MONGODB_URL` name, as the environment of a service; undefined when neither is set.
 *
 * A log keeps what was written to it, and the keys of the persons in it are in MongoDB or in `DATA_DIR`: so that is the same directory
 * each time, `TEST_STORES_DIR` or one below `data/`. Who begins a server anew removes it.
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
    ...(documents && { MONGODB_URL: documents }),
  };
}

/** The servers that services of this run stand on, as `npm run test:stores` wants it; empty for the embedded stores. */
export function testedStores(): Readonly<Record<string, string>> {
  return process.env['TEST_STORES_DIR'] ? (namedServers() ?? {}) : {};
}
