import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { features } from '#libs/application';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import { openPlatform, type Platform } from '#libs/platform/service';
import { PATIENCE_MS } from './condition.js';

/** Every document of every projection, by collection and id, once the service has caught up. */
export type Documents = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * The embedded documents that a stopped service left, first brought up to the head of the log.
 * @param env locates the log if it isn't embedded
 */
export async function storedDocuments(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Documents> {
  return withPlatform(dataDir, env, documentsOf);
}

/** The documents of a fold from zero: drops the read models first. */
export async function foldedDocuments(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Documents> {
  await rm(join(dataDir, 'read-models'), { recursive: true, force: true });
  return withPlatform(dataDir, env, documentsOf);
}

async function withPlatform<T>(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  task: (platform: Platform) => Promise<T>,
): Promise<T> {
  const config = loadConfig({ ...env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const logger = createLogger({ level: 'silent' });
  const platform = await openPlatform(config, features, { logger });
  try {
    return await task(platform);
  } finally {
    await platform.projectionRunner.stop();
    await platform.close();
  }
}

async function documentsOf(platform: Platform): Promise<Documents> {
  const { projectionRunner, eventStore, documents, projections } = platform;
  await projectionRunner.start();
  if (!(await projectionRunner.waitFor('all', await eventStore.head(), PATIENCE_MS))) {
    throw new Error('the read models did not catch up');
  }
  const all: Record<string, Record<string, unknown>> = {};
  for (const { name } of projections) {
    const live = projectionRunner.live(name);
    const found: Record<string, unknown> = {};
    if (live) {
      for await (const { id, document } of documents.scan(live.collection)) found[id] = document;
    }
    all[name] = found;
  }
  return all;
}

/** Documents that differ or are missing in one of the sets, as `collection/id`. */
export function differences(one: Documents, other: Documents): string[] {
  const found: string[] = [];
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [left = {}, right = {}] = [one[name], other[name]];
    for (const id of new Set([...Object.keys(left), ...Object.keys(right)])) {
      if (!isDeepStrictEqual(left[id], right[id])) found.push(`${name}/${id}`);
    }
  }
  return found;
}
