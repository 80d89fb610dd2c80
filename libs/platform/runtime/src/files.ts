import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Catch handler for reading what may not exist: returns undefined for ENOENT and rethrows other errors. */
export function undefinedIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** Makes the entries of a directory durable, so that they survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface AtomicWriteOptions {
  /** Directory for the partial file, on the same file system; default: that of the target. */
  readonly temporaryDirectory?: string;
  /** Leaves an existing file as it is. */
  readonly keepExisting?: boolean;
}

/**
 * Writes a file (mode 0600) durably and atomically: a crash leaves the old or the new file, never a part.
 * @returns whether this call wrote it
 */
export async function writeFileAtomically(
  path: string,
  bytes: Uint8Array,
  { temporaryDirectory = dirname(path), keepExisting = false }: AtomicWriteOptions = {},
): Promise<boolean> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = join(temporaryDirectory, `.${basename(path)}.${randomUUID()}.tmp`);
  let written = true;
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true });
    if (keepExisting) {
      // A hard link fails if the name is taken; a rename would replace the file.
      await link(temporary, path).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        written = false;
      });
      await unlink(temporary);
    } else {
      await rename(temporary, path);
    }
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw naming(path, error as NodeJS.ErrnoException);
  }
  await syncDirectory(directory);
  return written;
}

/** Adds the path to the error of a write, such as ENOSPC, which has none. */
function naming(path: string, error: NodeJS.ErrnoException): Error {
  if (error.path === undefined) error.message += ` '${path}'`;
  return error;
}
