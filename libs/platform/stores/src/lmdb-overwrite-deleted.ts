import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, RootDatabase } from 'lmdb';

/** Name of a database that is filled for a while, to take free pages. */
const FILLER = 'filler';
/** Most entries, and about the most bytes, of one write transaction: others wait no longer. */
const ENTRIES_AT_ONCE = 500;
const BYTES_AT_ONCE = 1 << 20;
/** Rounds of filling. Each transaction takes free pages and frees a few that the next round takes. */
const ROUNDS = 8;

// A page begins with its number, the transaction that wrote it, and its flags. The first page of a long value says how many follow it.
const TRANSACTION_AT = 8;
const FLAGS_AT = 18;
const OVERFLOW_FLAG = 0x04;
const LENGTH_AT = 20;
const METAS = 2;
const PAGES_AT_ONCE = 256;

/**
 * Overwrites whatever was deleted from the LMDB environment in a directory, which its file keeps in free pages and in gaps of pages in
 * use. Every entry is written again, which frees all pages that were in use; then the free ones are filled. Others may read and write
 * meanwhile, and it may be ended at any moment.
 * @param databases all that hold entries, opened as they are used: opened otherwise, their keys may be read wrongly
 * @returns false if pages from before remain, because somebody is still reading them
 */
export async function overwriteDeleted(
  root: RootDatabase<unknown, string>,
  directory: string,
  databases: readonly Database<Buffer, string>[],
): Promise<boolean> {
  const { pageSize } = root.getStats() as { readonly pageSize: number };
  root.readerCheck();
  const filler = root.openDB<Buffer, string>({ name: FILLER, encoding: 'binary' });
  const clear = (): Promise<void> => root.transaction(() => filler.clearSync());
  await clear();
  const since = BigInt(await root.transaction(() => root.getWriteTxnId()));
  for (const database of databases) await writeAgain(root, database);
  // a value that takes one page, as each free page may be alone
  const page = Buffer.alloc(pageSize - 256);
  let left = 0;
  let key = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await root.flushed;
    left = await pagesBefore(join(directory, 'data.mdb'), pageSize, since);
    if (left === 0) break;
    for (let n = 0; n < left; n += PAGES_AT_ONCE) {
      await root.transaction(() => {
        for (let i = n; i < n + PAGES_AT_ONCE; i++) void filler.put(String(key++), page);
      });
    }
  }
  await clear();
  return left === 0;
}

/** Puts every entry of a database in its own place again. */
async function writeAgain(
  root: RootDatabase<unknown, string>,
  database: Database<Buffer, string>,
): Promise<void> {
  let start: string | undefined;
  for (let isMore = true; isMore;) {
    isMore = await root.transaction(() => {
      const range = start === undefined ? {} : { start, exclusiveStart: true };
      const entries: { readonly key: string; readonly value: Buffer }[] = [];
      let bytes = 0;
      for (const { key, value } of database.getRange({ ...range, limit: ENTRIES_AT_ONCE })) {
        entries.push({ key, value: Buffer.from(value) });
        bytes += value.length;
        if (bytes >= BYTES_AT_ONCE) break;
      }
      for (const { key, value } of entries) void database.put(key, value);
      start = entries.at(-1)?.key;
      return start !== undefined;
    });
  }
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
