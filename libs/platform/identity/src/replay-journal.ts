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
import { StoreUnavailableError } from '#libs/platform/event-store';

/** The minute in which a signature expires and its first 64 bits, 4 bytes each. What stands first in a file is a minute alone. */
const RECORD = 12;

/** Opens the journal; tells each signature that was used by the minute in which it expires and its first 64 bits. */
export type OpenJournal = (
  used: (minute: number, high: number, low: number) => void,
) => ReplayJournal;

/** A file that is open. Each call throws where the system refuses it. */
export interface JournalFile {
  read(): Buffer;
  /** Writes all bytes from a place on. */
  write(bytes: Buffer, at: number): void;
  truncate(size: number): void;
  close(): void;
}

interface Page {
  readonly file: JournalFile;
  /** Where the next record goes. */
  end: number;
  /** The newest minute in it. */
  newest: number;
}

/**
 * Used signatures on disk, in two files that are opened once and for all: later it needs no descriptor. Records go to one of them, at once
 * (5 µs): a request that changes nothing waits for no disk and is answered in the same turn of the event loop, and `kill -9` forgets
 * no signature. Once nothing in the other one counts any more that is emptied, and takes its turn. Written through the page cache
 * only: a power cut may lose the last moments. Of one process.
 */
export class ReplayJournal {
  readonly #record = Buffer.alloc(RECORD);
  #current: Page;
  #other: Page;
  #forgotten = 0;

  /**
   * @param used told of each signature that was used
   * @throws where the files can be neither read nor written
   */
  constructor(
    files: readonly [JournalFile, JournalFile],
    used: (minute: number, high: number, low: number) => void,
  ) {
    const pageOf = (file: JournalFile): Page => {
      const bytes = file.read();
      const page = { file, end: RECORD, newest: 0 };
      if (bytes.length >= RECORD) {
        this.#forgotten = Math.max(this.#forgotten, bytes.readUInt32BE(0));
      }
      // what a crash has cut off at the end is of a request that was never carried out
      for (; page.end + RECORD <= bytes.length; page.end += RECORD) {
        const minute = bytes.readUInt32BE(page.end);
        used(minute, bytes.readUInt32BE(page.end + 4), bytes.readUInt32BE(page.end + 8));
        page.newest = Math.max(page.newest, minute);
      }
      return page;
    };
    this.#current = pageOf(files[0]);
    this.#other = pageOf(files[1]);
    this.#noteForgotten(this.#forgotten);
  }

  /** Signatures that expire in this minute or before it may have been used without being kept any more. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** @throws StoreUnavailableError when it can't be written: then the signature is not kept */
  append(minute: number, high: number, low: number): void {
    const page = this.#current;
    this.#write(page, page.end, minute, high, low);
    page.end += RECORD;
    page.newest = Math.max(page.newest, minute);
  }

  /**
   * What expires before a minute does not count any more.
   * @throws StoreUnavailableError when it can't be written: nothing is forgotten then
   */
  dropBefore(minute: number): void {
    const { newest, end, file } = this.#other;
    if (newest >= minute || this.#current.end === RECORD) return;
    if (end > RECORD) {
      this.#noteForgotten(newest);
      keeping(() => {
        file.truncate(RECORD);
      });
    }
    const emptied = { file, end: RECORD, newest: 0 };
    [this.#current, this.#other] = [emptied, this.#current];
  }

  /** Lets go of the files. */
  close(): void {
    this.#current.file.close();
    this.#other.file.close();
  }

  /** Written before anything is forgotten, over what is there: a full disk has room for it. */
  #noteForgotten(minute: number): void {
    this.#forgotten = Math.max(this.#forgotten, minute);
    this.#write(this.#current, 0, this.#forgotten, 0, 0);
  }

  #write({ file }: Page, at: number, minute: number, high: number, low: number): void {
    this.#record.writeUInt32BE(minute, 0);
    this.#record.writeUInt32BE(high, 4);
    this.#record.writeUInt32BE(low, 8);
    keeping(() => {
      file.write(this.#record, at);
    });
  }
}

function keeping(work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw new StoreUnavailableError('used signatures can not be kept', { cause });
  }
}

/**
 * The journal in a directory.
 * @param directory created when missing, mode 0700
 * @throws when it is opened, where nothing can be kept in it from the start
 */
export function journalIn(directory: string): OpenJournal {
  return (used) => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const files = [openFile(join(directory, 'a')), openFile(join(directory, 'b'))] as const;
    return new ReplayJournal(files, used);
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
