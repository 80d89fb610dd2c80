import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CommandFailure } from './command-failure.js';

const NEWLINE = 10;
/** What every gzip file begins with. */
const GZIP = [0x1f, 0x8b];

/** Lines to be sent, from a file or the standard input. */
interface ImportFile {
  /** Ends with an error when the file can't be read further. */
  readonly body: Readable;
  /** Whether it is gzip: by its first bytes, or by its name, so that a damaged one is called so. */
  readonly compressed: boolean;
  /** Undefined where that can't be told beforehand. */
  readonly lines: number | undefined;
  /** What kept the file from being read to its end. */
  readonly failure: () => CommandFailure | undefined;
}

/**
 * Opens a file before anything is sent.
 * @param file `-` is the standard input
 * @param signal ends the waiting for what a pipe has to say
 * @throws CommandFailure when it is not there, or no file
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

/** The first bytes of a stream, which stay in it; undefined when there are none. */
async function firstOf(source: Readable, signal: AbortSignal): Promise<Buffer | undefined> {
  await once(source, 'readable', { signal });
  const piece = source.read() as Buffer | null;
  if (piece === null) return undefined;
  source.unshift(piece);
  return piece;
}

/** A stream of a file that is one, or a pipe. */
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
  return new CommandFailure(`${file} can not be read${code === undefined ? '' : ` (${code})`}.`);
}

/** How many lines a file has; undefined for a pipe, and for what can't be unpacked. */
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
