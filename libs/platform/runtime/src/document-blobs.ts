import { mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { syncDirectory, undefinedIfMissing, writeFileAtomically } from './files.js';

/** Where encrypted documents are kept; what is in them is not its business. */
export interface DocumentBlobs {
  /**
   * Keeps `blob` at an address, durably, in the place of whatever there is. Readers see all of it or nothing.
   * @param key 64 hexadecimal digits
   */
  put(key: string, blob: Buffer): Promise<void>;
  /** Undefined where there is none. */
  get(key: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/**
 * Encrypted documents in a directory: that with key `ab12…` is the file `ab/12…`. Unfinished files stand in `unfinished` and
 * are removed by the next {@link DiskDocumentBlobs.open}.
 */
export class DiskDocumentBlobs implements DocumentBlobs {
  readonly #unfinished: string;

  private constructor(private readonly directory: string) {
    this.#unfinished = join(directory, 'unfinished');
  }

  /** @param directory created when missing, mode 0700; of one service at a time */
  static async open(directory: string): Promise<DiskDocumentBlobs> {
    const blobs = new DiskDocumentBlobs(directory);
    await mkdir(blobs.#unfinished, { recursive: true, mode: 0o700 });
    for (const name of await readdir(blobs.#unfinished)) {
      await unlink(join(blobs.#unfinished, name));
    }
    return blobs;
  }

  /** @throws StoreUnavailableError when the disk is full, say, or the process has too many files open */
  async put(key: string, blob: Buffer): Promise<void> {
    const path = this.#path(key);
    try {
      const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (created !== undefined) await syncDirectory(this.directory);
      await writeFileAtomically(path, blob, { temporaryDirectory: this.#unfinished });
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** @throws StoreUnavailableError */
  async get(key: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#path(key)).catch(undefinedIfMissing);
    } catch (error) {
      throw unavailable(error);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #path(key: string): string {
    return join(this.directory, key.slice(0, 2), key.slice(2));
  }
}

function unavailable(error: unknown): StoreUnavailableError {
  return new StoreUnavailableError('the documents can not be written or read', { cause: error });
}
