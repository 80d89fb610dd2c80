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
 * Used signatures on disk: a file per minute of expiry, 8 bytes a signature, written at once (5 µs): a request that changes
 * nothing waits for no disk and is answered in the same turn of the event loop, and `kill -9` forgets no signature of a
 * request that was answered. Written through the page cache only: a power cut may lose the last moments. Of one process.
 */
export class ReplayJournal {
  readonly #files = new Map<number, number>();
  readonly #record = Buffer.alloc(RECORD);

  /**
   * @param directory created when missing, mode 0700
   * @param onError told of a disk that fails; signatures are then remembered in memory only
   * @throws where nothing can be kept in it from the start
   */
  constructor(
    private readonly directory: string,
    private readonly onError: (error: unknown) => void,
  ) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    readdirSync(directory);
    const trial = join(directory, 'trial');
    closeSync(openSync(trial, 'w'));
    unlinkSync(trial);
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
    this.#record.writeUInt32BE(high, 0);
    this.#record.writeUInt32BE(low, 4);
    try {
      writeSync(this.#fileOf(minute), this.#record);
    } catch (error) {
      this.onError(error);
    }
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
