import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const CHECKSUM = 'data.crc';
const CHUNK_BYTES = 1 << 20;

/**
 * Whether the LMDB file in a directory is still as {@link writeChecksum} found it; true if it was written to since, or there is no
 * checksum, as after a crash. LMDB has no checksums of its own: a page that was changed may end the process or go unnoticed.
 */
export function isAsClosed(directory: string): boolean {
  const known = checksumIn(directory);
  if (known === undefined || !existsSync(join(directory, 'data.mdb'))) return true;
  const found = checksumOf(directory);
  return found.text === known.text || (found.isConsistent && found.transaction > known.transaction);
}

/**
 * Whether the LMDB file in a directory has no checksum for {@link isAsClosed} to compare with, as after a crash. What it holds is to be
 * verified then; until it is, nobody may leave a checksum that vouches for it.
 */
export function isUnverified(directory: string): boolean {
  return existsSync(join(directory, 'data.mdb')) && checksumIn(directory) === undefined;
}

/** Writes the checksum of the LMDB file in a directory that this process writes to no more. */
export function writeChecksum(directory: string): void {
  const path = join(directory, CHECKSUM);
  writeFileSync(`${path}.new`, checked(checksumOf(directory).text), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

/** Removes the checksum durably, before anything is written to the file. */
export function removeChecksum(directory: string): void {
  const path = join(directory, CHECKSUM);
  if (!existsSync(path)) return;
  rmSync(path, { force: true });
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

interface Checksum {
  /** Newest transaction, size and CRC-32 of the file. */
  readonly text: string;
  readonly transaction: number;
}

/** The checksum as it was written; undefined if there is none, or it was changed itself. */
function checksumIn(directory: string): Checksum | undefined {
  const path = join(directory, CHECKSUM);
  if (!existsSync(path)) return undefined;
  const line = readFileSync(path, 'latin1');
  const text = line.slice(0, line.lastIndexOf(' '));
  return line === checked(text) ? { text, transaction: parseInt(text) } : undefined;
}

/** The checksum of the file, and whether its meta pages are of consecutive transactions, as each commit leaves them. */
function checksumOf(directory: string): Checksum & { readonly isConsistent: boolean } {
  const file = openSync(join(directory, 'data.mdb'), 'r');
  try {
    // Read first: a file that another process writes to by now is then newer than its checksum.
    const [first = 0, second = 0] = readMetas(file)?.map((meta) => meta.transaction) ?? [];
    const transaction = Math.max(first, second);
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let size = 0;
    let crc = 0;
    for (let read = 1; read > 0; size += read) {
      read = readSync(file, chunk, 0, chunk.length, size);
      crc = crc32(chunk.subarray(0, read), crc);
    }
    const text = `${transaction} ${size} ${crc.toString(16)}`;
    return { text, transaction, isConsistent: Math.abs(first - second) === 1 };
  } finally {
    closeSync(file);
  }
}

function checked(text: string): string {
  return `${text} ${crc32(text).toString(16)}`;
}

// An LMDB file begins with two meta pages; each commit writes the older one. A page is a header followed by its data.
const METAS = 2;
const PAGE_HEADER_BYTES = 24;
const FLAGS_AT = 18;
const META_FLAG = 0x08;
const META_BYTES = 136;
const MAGIC = 0xbeef_c0de;
const VERSION = 2;
const PAGE_SIZE_AT = 24;
const LAST_PAGE_AT = 120;
const TRANSACTION_AT = 128;

interface Meta {
  /** Bytes that the file needs for all its pages. */
  readonly needed: number;
  /** The transaction that wrote it. */
  readonly transaction: number;
}

/** The meta pages of an open file; undefined if it is not an LMDB file. */
export function readMetas(file: number): readonly Meta[] | undefined {
  const metas: Meta[] = [];
  let pageSize = 0;
  for (let page = 0; page < METAS; page++) {
    const head = Buffer.alloc(PAGE_HEADER_BYTES + META_BYTES);
    if (readSync(file, head, 0, head.length, page * pageSize) < head.length) return undefined;
    const meta = head.subarray(PAGE_HEADER_BYTES);
    const isMeta = (head.readUInt16LE(FLAGS_AT) & META_FLAG) !== 0;
    if (!isMeta || meta.readUInt32LE(0) !== MAGIC) return undefined;
    if ((meta.readUInt32LE(4) & 0xffff) !== VERSION) return undefined;
    pageSize = meta.readUInt32LE(PAGE_SIZE_AT);
    const pages = Number(meta.readBigUInt64LE(LAST_PAGE_AT)) + 1;
    const transaction = Number(meta.readBigUInt64LE(TRANSACTION_AT));
    metas.push({ needed: pages * pageSize, transaction });
  }
  return metas;
}
