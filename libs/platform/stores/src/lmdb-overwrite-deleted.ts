import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Key, RootDatabase } from 'lmdb';

/** Name of a database that is filled for a while, to take free pages. */
const FILLER = 'filler';
/** Most entries, and about the most bytes, of one write transaction: others wait no longer. */
const ENTRIES_AT_ONCE = 500;
const BYTES_AT_ONCE = 1 << 20;
/** Rounds of filling. Each transaction takes free pages and frees a few that the next round takes. */
const ROUNDS = 8;
/** How often, and after how many milliseconds each time, it is asked whether a reader has come to its end. */
const LOOKS = 20;
const LOOK_AGAIN_MS = 50;

// A page begins with its number, the transaction that wrote it, and its flags. The first page of a long value says how many follow it.
const TRANSACTION_AT = 8;
const FLAGS_AT = 18;
const OVERFLOW_FLAG = 0x04;
const LENGTH_AT = 20;
const METAS = 2;
const PAGES_AT_ONCE = 256;

/**
 * Overwrites whatever was deleted from the LMDB environment in a directory, which its file keeps in free pages and in gaps of pages in
 * use. Every entry is written again, which frees all pages that were in use; then the free ones are filled. So the file may become twice
 * as long. Others may read and write meanwhile, and it may be ended at any moment. One call at a time.
 * @param databases all that hold entries, opened as they are used: opened otherwise, their keys may be read wrongly
 * @param signal ends it early
 * @returns false if pages from before may remain, because somebody is still reading them or it was ended
 */
export async function overwriteDeleted(
  root: RootDatabase<unknown, string>,
  directory: string,
  databases: readonly Database<unknown>[],
  signal?: AbortSignal,
): Promise<boolean> {
  const { pageSize } = root.getStats() as { readonly pageSize: number };
  root.readerCheck();
  const filler = root.openDB<Buffer, string>({ name: FILLER, encoding: 'binary' });
  const clear = (): Promise<void> => root.transaction(() => filler.clearSync());
  await clear();
  const since = BigInt(await root.transaction(() => root.getWriteTxnId()));
  if (!(await oldReadersEnded(root, signal))) return false;
  for (const database of databases) {
    if (!(await writeAgain(root, database, signal))) return false;
  }
  // a value that takes one page, as each free page may be alone
  const page = Buffer.alloc(pageSize - 256);
  let left = 0;
  let key = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await root.flushed;
    left = await pagesBefore(join(directory, 'data.mdb'), pageSize, since);
    if (left === 0 || !(await oldReadersEnded(root, signal))) break;
    for (let n = 0; n < left; n += PAGES_AT_ONCE) {
      if (signal?.aborted) return false;
      await root.transaction(() => {
        for (let i = n; i < n + PAGES_AT_ONCE; i++) void filler.put(String(key++), page);
      });
    }
  }
  await clear();
  return left === 0;
}

/**
 * Waits a moment until nobody reads what was there before. As long as somebody does, no page that is freed can be taken: the file would
 * only grow. Returns false if somebody still does.
 */
async function oldReadersEnded(
  root: RootDatabase<unknown, string>,
  signal?: AbortSignal,
): Promise<boolean> {
  const next = await root.transaction(() => root.getWriteTxnId());
  for (let look = 0; look < LOOKS && !signal?.aborted; look++) {
    if (look > 0) await delay(LOOK_AGAIN_MS);
    root.resetReadTxn();
    // a line for each reader: process, thread, and the transaction that it reads after, or a hyphen
    const reading = root.readerList().matchAll(/ (\d+)$/gm);
    if ([...reading].every(([, after]) => Number(after) >= next - 1)) return true;
  }
  return false;
}

/** Puts every entry of a database in its own place again. Returns false if it was ended. */
async function writeAgain(
  root: RootDatabase<unknown, string>,
  database: Database<unknown>,
  signal?: AbortSignal,
): Promise<boolean> {
  let start: Key | undefined;
  for (let isMore = true; isMore;) {
    if (signal?.aborted) return false;
    isMore = await root.transaction(() => {
      const range = start === undefined ? {} : { start, exclusiveStart: true };
      const entries: { readonly key: Key; readonly value: unknown }[] = [];
      let bytes = 0;
      for (const { key, value } of database.getRange({ ...range, limit: ENTRIES_AT_ONCE })) {
        entries.push({ key: ownBytes(key), value: ownBytes(value) });
        if (Buffer.isBuffer(value)) bytes += value.length;
        if (bytes >= BYTES_AT_ONCE) break;
      }
      for (const { key, value } of entries) void database.put(key, value);
      start = entries.at(-1)?.key;
      return start !== undefined;
    });
  }
  return true;
}

/** Copies bytes that the driver may lend until the next read. */
function ownBytes<T>(value: T): T {
  return Buffer.isBuffer(value) ? (Buffer.from(value) as T & Buffer) : value;
}

/** Counts the pages of a file that were not written since a transaction began. */
async function pagesBefore(path: string, pageSize: number, since: bigint): Promise<number> {
  const file = await open(path, 'r');
  try {
    const chunk = Buffer.alloc(PAGES_AT_ONCE * pageSize);
    let count = 0;
    let next = METAS;
    for (let first = 0; ; first += PAGES_AT_ONCE) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, first * pageSize);
      const end = first + Math.floor(bytesRead / pageSize);
      while (next < end) {
        const page = chunk.subarray((next - first) * pageSize);
        const isSince =
          page.readBigUInt64LE() === BigInt(next) && page.readBigUInt64LE(TRANSACTION_AT) >= since;
        const isLong = (page.readUInt16LE(FLAGS_AT) & OVERFLOW_FLAG) !== 0;
        if (!isSince) count++;
        next += isSince && isLong ? page.readUInt32LE(LENGTH_AT) : 1;
      }
      if (bytesRead < chunk.length) return count;
    }
  } finally {
    await file.close();
  }
}
