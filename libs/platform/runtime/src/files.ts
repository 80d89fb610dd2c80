import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** For a read of what need not be there: undefined when nothing is, any other error is thrown. */
export function undefinedIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** What a power cut must not undo: makes the entries of a directory durable. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** How a file is written whole or not at all. */
interface AtomicWriteOptions {
  /** Where the unfinished file stands, on the same file system; default: beside the target. */
  readonly temporaryDirectory?: string;
  /** An existing file stays as it is; the answer is then false. */
  readonly keepExisting?: boolean;
}

/**
 * Writes a file, mode 0600, so that a crash leaves the old one or the new one, never a part, and that it is on disk on return.
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
      // A hard link fails when the name is taken; a rename would replace.
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
    throw error;
  }
  await syncDirectory(directory);
  return written;
}
