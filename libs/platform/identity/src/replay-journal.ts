import {
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { StoreUnavailableError } from '#libs/platform/event-store';

/** Maximum difference between a signature's timestamp and the clock ([auth.replay]); it expires so long after its timestamp. */
export const WINDOW_MS = 5 * 60_000;

/** Size of a record: minute of expiry, first 64 bits of the signature, and a CRC-32 of these, 4 bytes each. The first record of a file has only a minute. */
const RECORD = 16;
const CHECKED = 12;
const MINUTE_MS = 60_000;

/** Opens the journal; calls `used` for each signature in it, with the minute of expiry and the first 64 bits. */
export type OpenJournal = (
  used: (minute: number, high: number, low: number) => void,
) => ReplayJournal;

/** An open file. Every call throws if the operating system refuses it. */
export interface JournalFile {
  read(): Buffer;
  write(bytes: Buffer, at: number): void;
  truncate(size: number): void;
  close(): void;
}

interface Page {
  readonly file: JournalFile;
  /** Offset of the next record. */
  end: number;
  /** The newest minute in the file. */
  newest: number;
}

/**
 * Used signatures on disk, for a single process, in two files that stay open, so that it never lacks a descriptor. Records are written
 * synchronously (5 µs), so a request that changes nothing still gets its response in the same turn of the event loop, and `kill -9`
 * loses no signature. There is no fsync: a power cut may lose the last moments. When all signatures in the other file have
 * expired, it is emptied and used next. A journal with a record that was changed, or of a minute that no signature can have yet, or without
 * its first record, is begun anew: requests signed until then are refused, since they may have been used.
 */
export class ReplayJournal {
  readonly #record = Buffer.alloc(RECORD);
  #current: Page;
  #other: Page;
  #forgotten = 0;
  /** Whether it was begun anew because the files were damaged. */
  readonly isDamaged: boolean;

  /**
   * @param used called for each signature in the files
   * @param now in ms since 1970
   * @param isNew whether there was no journal before
   * @throws if the files can't be read or written
   */
  constructor(
    files: readonly [JournalFile, JournalFile],
    used: (minute: number, high: number, low: number) => void,
    now: number,
    isNew: boolean,
  ) {
    const contents = files.map((file) => file.read());
    const isLost = !isNew && contents.some(({ length }) => length < RECORD);
    // signed by a clock that is as far ahead as is accepted
    const latest = Math.floor((now + 2 * WINDOW_MS) / MINUTE_MS);
    this.isDamaged = isLost || !contents.every((bytes) => isIntact(bytes, latest));
    if (this.isDamaged) {
      this.#forgotten = Math.floor((now + WINDOW_MS) / MINUTE_MS);
      for (const file of files) storing(() => file.truncate(0));
    }
    const pageOf = (file: JournalFile, bytes: Buffer): Page => {
      const page = { file, end: RECORD, newest: 0 };
      if (bytes.length >= RECORD) {
        this.#forgotten = Math.max(this.#forgotten, bytes.readUInt32BE(0));
      }
      // A record torn by a crash belongs to a request that was never carried out.
      for (; page.end + RECORD <= bytes.length; page.end += RECORD) {
        const minute = bytes.readUInt32BE(page.end);
        used(minute, bytes.readUInt32BE(page.end + 4), bytes.readUInt32BE(page.end + 8));
        page.newest = Math.max(page.newest, minute);
      }
      return page;
    };
    const [first, second] = this.isDamaged ? [] : contents;
    this.#current = pageOf(files[0], first ?? Buffer.alloc(0));
    this.#other = pageOf(files[1], second ?? Buffer.alloc(0));
    for (const page of [this.#other, this.#current]) this.#write(page, 0, this.#forgotten, 0, 0);
  }

  /** Signatures that expire in or before this minute may have been used without being in the journal. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** @throws StoreUnavailableError if it can't be written; the signature is then not recorded */
  append(minute: number, high: number, low: number): void {
    const page = this.#current;
    this.#write(page, page.end, minute, high, low);
    page.end += RECORD;
    page.newest = Math.max(page.newest, minute);
  }

  /**
   * Forgets signatures that expire before a minute.
   * @throws StoreUnavailableError if it can't be written; nothing is then forgotten
   */
  dropBefore(minute: number): void {
    const { newest, end, file } = this.#other;
    if (newest >= minute || this.#current.end === RECORD) return;
    if (end > RECORD) {
      this.#noteForgotten(newest);
      storing(() => file.truncate(RECORD));
    }
    const emptied = { file, end: RECORD, newest: 0 };
    [this.#current, this.#other] = [emptied, this.#current];
  }

  close(): void {
    this.#current.file.close();
    this.#other.file.close();
  }

  /** Overwrites the first record, before anything is forgotten; this works even on a full disk. */
  #noteForgotten(minute: number): void {
    this.#forgotten = Math.max(this.#forgotten, minute);
    this.#write(this.#current, 0, this.#forgotten, 0, 0);
  }

  #write({ file }: Page, at: number, minute: number, high: number, low: number): void {
    this.#record.writeUInt32BE(minute, 0);
    this.#record.writeUInt32BE(high, 4);
    this.#record.writeUInt32BE(low, 8);
    this.#record.writeUInt32BE(crc32(this.#record.subarray(0, CHECKED)), CHECKED);
    storing(() => file.write(this.#record, at));
  }
}

function storing(work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw new StoreUnavailableError('used signatures cannot be stored', { cause });
  }
}

/** Whether the whole records of a file are as they were written, and none is of a minute after `latest`. */
function isIntact(bytes: Buffer, latest: number): boolean {
  for (let at = 0; at + RECORD <= bytes.length; at += RECORD) {
    const record = bytes.subarray(at, at + RECORD);
    // a file whose first record was never written
    if (at === 0 && record.every((byte) => byte === 0)) continue;
    const checksum = crc32(record.subarray(0, CHECKED));
    if (record.readUInt32BE(CHECKED) !== checksum || record.readUInt32BE(0) > latest) return false;
  }
  return true;
}

/**
 * The journal in a directory, which is created if missing (mode 0700). Opening throws if it can't be written.
 * @param now in ms since 1970
 * @param damaged called if it was begun anew because it was damaged
 */
export function journalIn(directory: string, now: number, damaged: () => void): OpenJournal {
  return (used) => {
    const isNew = mkdirSync(directory, { recursive: true, mode: 0o700 }) !== undefined;
    const files = [openFile(join(directory, 'a')), openFile(join(directory, 'b'))] as const;
    const journal = new ReplayJournal(files, used, now, isNew);
    if (journal.isDamaged) damaged();
    return journal;
  };
}

function openFile(path: string): JournalFile {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  return {
    read: () => readFileSync(file),
    write(bytes, at) {
      const written = writeSync(file, bytes, 0, bytes.length, at);
      if (written < bytes.length)
        throw new Error(`only ${written} bytes of ${bytes.length} were written`);
    },
    truncate: (size) => ftruncateSync(file, size),
    close: () => closeSync(file),
  };
}
