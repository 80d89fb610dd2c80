import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CommandFailure } from './command-failure.js';

const NEWLINE = 10;
/** First bytes of a gzip file. */
const GZIP = [0x1f, 0x8b];

/** A file or standard input, opened for an import. */
interface ImportFile {
  /** Fails if the file can't be read to its end. */
  readonly body: Readable;
  /** Whether it is gzip, by its first bytes or its name; a damaged .gz file counts as gzip. */
  readonly compressed: boolean;
  readonly lines: number | undefined;
  /** The error that ended reading, if any. */
  readonly failure: () => CommandFailure | undefined;
}

/**
 * Opens a file before anything is sent.
 * @param file `-` for standard input
 * @param signal stops waiting for the first bytes of a pipe
 * @throws CommandFailure if it can't be read
 */
export async function openImportFile(file: string, signal: AbortSignal): Promise<ImportFile> {
  const source = file === '-' ? process.stdin : await readable(file);
  let failure: CommandFailure | undefined;
  source.on('error', (error) => (failure = unreadable(file, error)));
  const begins = await firstOf(source, signal).catch((error: unknown) => {
    source.destroy();
    throw signal.aborted ? error : unreadable(file, error);
  });
  const compressed = /\.gz$/i.test(file) || GZIP.every((byte, at) => begins?.[at] === byte);
  return {
    body: begins === undefined ? Readable.from([]) : source,
    compressed,
    lines: file === '-' ? undefined : await linesOf(file, compressed),
    failure: () => failure,
  };
}

/** Returns the first bytes of a stream without consuming them; undefined if it is empty. */
async function firstOf(source: Readable, signal: AbortSignal): Promise<Buffer | undefined> {
  await once(source, 'readable', { signal });
  const piece = source.read() as Buffer | null;
  if (piece === null) return undefined;
  source.unshift(piece);
  return piece;
}

/** Opens a regular file or a pipe. */
async function readable(file: string): Promise<Readable> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    if ((await handle.stat()).isDirectory()) {
      throw Object.assign(new Error(), { code: 'EISDIR' });
    }
    return handle.createReadStream();
  } catch (error) {
    await handle?.close();
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): CommandFailure {
  const { code } = error as NodeJS.ErrnoException;
  return new CommandFailure(`${file} can't be read${code === undefined ? '' : ` (${code})`}.`);
}

/** Counts the lines of a file; undefined for a pipe or a file that can't be decompressed. */
async function linesOf(file: string, compressed: boolean): Promise<number | undefined> {
  if (!(await stat(file)).isFile()) return undefined;
  const counted = { newlines: 0, ended: true };
  const count = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of pieces) {
      for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1))
        counted.newlines += 1;
      counted.ended = piece.at(-1) === NEWLINE;
    }
  };
  try {
    const source = createReadStream(file);
    await (compressed ? pipeline(source, createGunzip(), count) : pipeline(source, count));
  } catch {
    return undefined;
  }
  return counted.ended ? counted.newlines : counted.newlines + 1;
}
