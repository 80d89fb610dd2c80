import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Command } from 'commander';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  OpsCommand,
  reasonOf,
  type Session,
} from './command-line.js';
import { shownProblem, type ShownProblem } from './service-access.js';

interface LineResponse {
  readonly line: number;
  readonly path: string | null;
  readonly status: number;
  readonly errors?: readonly ShownProblem[];
  readonly sharedSecret?: string;
}

/** Number of lines between updates of the progress bar. */
const STRIDE = 500;

/** `import`: sends a file to the back office import ([back-office.import]). */
export function importCommand(): Command {
  return new OpsCommand('import')
    .description('import a file of lines {"path", "body"}, each a PUT of the back office')
    .argument('<file>', 'NDJSON, plain or .gz; - for standard input')
    .option('--errors <file>', 'write the responses to rejected lines to this file')
    .option('--key <key>', 'name of this import; under the same name, no line runs twice')
    .notes(
      `A rejected line does not stop the others. Importing a file again changes nothing, unless the file sets a resource to several states in
turn: then earlier states are rejected or applied for a moment. To prevent that, give both imports the same --key.
Exit status 1 if lines were rejected, 2 if the file can't be read or the service is unreachable, even halfway.

Examples:
  $ npm run ops -- import transactions.ndjson
  $ npm run ops -- import transactions.ndjson.gz --errors rejected.ndjson
  $ npm run ops -- import fills.ndjson --key fills-2026-03-02
  $ generate | npm run --silent ops -- import - --json`,
    )
    .callsService(['backoffice', 'operator'], importFile);
}

async function importFile(
  session: Session<{ errors?: string; key?: string }>,
): Promise<CommandResult> {
  const { service, signal, args, options } = session;
  const [file = '-'] = args;
  const { errors, key } = options;
  const stopped = (last?: LineResponse): CommandFailure => cutOff('The import was stopped', last);
  const { body, compressed, lines, failure } = await openImportFile(file, signal).catch(
    (error: unknown) => {
      throw signal.aborted ? stopped() : error;
    },
  );
  const rejections = await writable(errors, file).catch((error: unknown) => {
    body.destroy();
    throw error;
  });
  const progress = session.progress('Importing', 'lines', lines);
  const counts = { lines: 0, accepted: 0, rejected: 0 };
  const started = performance.now();
  let last: LineResponse | undefined;
  try {
    for await (const answer of service.lines<LineResponse>('POST', '/backoffice/import', {
      body,
      signal,
      headers: {
        'content-type': 'application/x-ndjson',
        ...(compressed && { 'content-encoding': 'gzip' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    })) {
      last = answer;
      counts.lines += 1;
      counts[answer.status < 400 ? 'accepted' : 'rejected'] += 1;
      await show(session, answer, rejections);
      if (counts.lines % STRIDE === 0) progress.update(answer.line);
    }
    // blank lines get no response, but count as done at the end
    const total = lines ?? last?.line ?? 0;
    progress.update(endsEarly(last) ? last.line : total);
  } catch (error) {
    if (signal.aborted) throw stopped(last);
    throw (
      failure() ??
      (error instanceof CommandFailure ? error : cutOff('The connection was lost', last))
    );
  } finally {
    progress.stop();
    await rejections?.close();
  }
  if (endsEarly(last)) throw cutOff('The service ended the import', last);
  return summary(counts, (performance.now() - started) / 1_000);
}

function summary(
  counts: { readonly lines: number; readonly accepted: number; readonly rejected: number },
  seconds: number,
): CommandResult {
  const rate = Math.round(counts.lines / Math.max(seconds, 0.001));
  return {
    text: `${counts.accepted} accepted, ${counts.rejected} rejected, in ${seconds.toFixed(1)} s (${rate}/s).`,
    json: { ...counts, seconds: Number(seconds.toFixed(3)), perSecond: rate },
    status: counts.rejected > 0 ? ExitStatus.finding : ExitStatus.ok,
  };
}

/** Whether the service ended the import before the end of the file. */
function endsEarly(last: LineResponse | undefined): last is LineResponse {
  return last?.path === null && (last.status === 503 || last.status === 408);
}

/** Opens the file for rejected lines before any line is sent. It must not be the imported file. */
async function writable(
  file: string | undefined,
  imported: string,
): Promise<FileHandle | undefined> {
  if (file === undefined) return undefined;
  if (await isSameFile(file, imported)) {
    throw new CommandFailure(`${file} is the imported file: give --errors another one.`);
  }
  try {
    return await open(file, 'w');
  } catch (error) {
    throw new CommandFailure(`${file} can't be written (${reasonOf(error)}).`);
  }
}

async function isSameFile(...names: readonly [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(names.map((name) => stat(name).catch(() => undefined)));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

function cutOff(what: string, last: LineResponse | undefined): CommandFailure {
  return new CommandFailure(
    `${what} after line ${last?.line ?? 0}. Import the file again: lines already imported change nothing.`,
  );
}

/** Prints what the user must see: why a line was rejected, and secrets that are never shown again. */
async function show(
  session: Session,
  answer: LineResponse,
  rejections: FileHandle | undefined,
): Promise<void> {
  const { line, path, status, errors = [], sharedSecret } = answer;
  const place = `line ${line}${path === null ? '' : ` ${path}`}`;
  if (sharedSecret !== undefined) {
    session.line(`${place}: sharedSecret ${sharedSecret}`, answer);
  } else if (status >= 400 && rejections) {
    await rejections.write(`${JSON.stringify(answer)}\n`);
  } else if (status >= 400) {
    session.line(`${place}: ${status} ${errors.map(shownProblem).join('; ')}`, answer);
  }
}

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
