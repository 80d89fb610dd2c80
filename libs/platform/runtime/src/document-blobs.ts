import { mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { syncDirectory, undefinedIfMissing, writeFileAtomically } from './files.js';

/** Stores encrypted documents, whose contents it knows nothing about. */
export interface DocumentBlobs {
  /**
   * Stores `blob` durably, replacing any earlier one. Readers see all of it or nothing.
   * @param key 64 hexadecimal digits
   */
  put(key: string, blob: Buffer): Promise<void>;
  /** Returns undefined if there is none. */
  get(key: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** Encrypted documents in a directory: key `ab12…` is the file `ab/12…`. Partial files are in `unfinished` until the next `open`. */
export class DiskDocumentBlobs implements DocumentBlobs {
  readonly #unfinished: string;

  private constructor(private readonly directory: string) {
    this.#unfinished = join(directory, 'unfinished');
  }

  /**
   * @param directory created if missing, mode 0700; used by one service at a time
   * @param readOnly beside that service
   */
  static async open(
    directory: string,
    { readOnly = false }: { readonly readOnly?: boolean } = {},
  ): Promise<DiskDocumentBlobs> {
    const blobs = new DiskDocumentBlobs(directory);
    if (readOnly) return blobs;
    await mkdir(blobs.#unfinished, { recursive: true, mode: 0o700 });
    for (const name of await readdir(blobs.#unfinished)) {
      await unlink(join(blobs.#unfinished, name));
    }
    return blobs;
  }

  /** @throws StoreUnavailableError if, for example, the disk is full or too many files are open */
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
  return new StoreUnavailableError("documents can't be read or written", { cause: error });
}
