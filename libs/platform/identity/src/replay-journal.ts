import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const RECORD = 8;

/**
 * Used signatures on disk: a file per minute of expiry, 8 bytes a signature. What is appended in one turn of the event loop
 * is written at its end, before anything the request waits for can come back, so that `kill -9` forgets no signature of a
 * request that was answered. Written through the page cache only: a power cut may lose the last moments. Of one process.
 */
export class ReplayJournal {
  readonly #pending = new Map<number, number[]>();
  readonly #files = new Map<number, number>();
  #scheduled = false;

  /**
   * @param directory created when missing, mode 0700
   * @param onError told of a disk that fails; signatures are then remembered in memory only
   */
  constructor(
    private readonly directory: string,
    private readonly onError: (error: unknown) => void,
  ) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }

  /** The records of a minute; undefined when there are none. */
  read(minute: number): Buffer | undefined {
    try {
      return readFileSync(this.#path(minute));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.onError(error);
      return undefined;
    }
  }

  append(minute: number, high: number, low: number): void {
    const records = this.#pending.get(minute);
    if (records === undefined) this.#pending.set(minute, [high, low]);
    else records.push(high, low);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#write());
  }

  /** Removes the files of all minutes before this one. */
  dropBefore(minute: number): void {
    for (const [of, file] of this.#files) {
      if (of >= minute) continue;
      closeSync(file);
      this.#files.delete(of);
    }
    try {
      for (const name of readdirSync(this.directory)) {
        if (/^\d+$/.test(name) && Number(name) < minute) unlinkSync(join(this.directory, name));
      }
    } catch (error) {
      this.onError(error);
    }
  }

  #write(): void {
    this.#scheduled = false;
    try {
      for (const [minute, records] of this.#pending) {
        const bytes = Buffer.allocUnsafe(records.length * 4);
        records.forEach((half, i) => bytes.writeUInt32BE(half, i * 4));
        writeSync(this.#fileOf(minute), bytes);
      }
    } catch (error) {
      this.onError(error);
    }
    this.#pending.clear();
  }

  #fileOf(minute: number): number {
    let file = this.#files.get(minute);
    if (file === undefined) {
      file = openSync(this.#path(minute), 'a', 0o600);
      this.#files.set(minute, file);
      const { size } = fstatSync(file);
      // A record that was cut off would shift all after it.
      if (size % RECORD !== 0) ftruncateSync(file, size - (size % RECORD));
    }
    return file;
  }

  #path(minute: number): string {
    return join(this.directory, String(minute));
  }
}
