import { readSync } from 'node:fs';

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

/** What a meta page says. */
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
