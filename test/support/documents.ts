import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { contexts } from '#libs/application';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import { openPlatform, type Platform } from '#libs/platform/service';
import { PATIENCE_MS } from './condition.js';

/** Every document of every projection, by collection and id, as a service that has caught up shows them. */
export type Documents = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * The documents a stopped service left embedded, brought up to the head of the log first.
 * @param env says where the log is, when not embedded
 */
export async function storedDocuments(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Documents> {
  return withPlatform(dataDir, env, documentsOf);
}

/** The documents of a fold from zero: the read models are thrown away before. */
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
  const platform = await openPlatform(config, contexts, { logger });
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

/** Documents that are in one set only, or differ, as `collection/id`. */
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
