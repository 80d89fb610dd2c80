import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Command } from 'commander';
import {
  asksService,
  CommandFailure,
  type CommandResult,
  ExitStatus,
  type Session,
} from './command-line.js';

/** What the service answers to a line. */
interface LineAnswer {
  readonly line: number;
  readonly path: string | null;
  readonly status: number;
  readonly errors?: readonly {
    readonly type?: string;
    readonly field?: string;
    readonly errorCode?: string;
    readonly message?: string;
  }[];
  readonly sharedSecret?: string;
}

/** How often the progress is shown, in lines. */
const STRIDE = 500;
const NEWLINE = 10;

/** `import`: sends a file to the back office's import (decisions §10). */
export function importCommand(): Command {
  const command = new Command('import')
    .description('send the lines of a file, {"path", "body"} each, to the back office, as its PUTs')
    .argument('<file>', 'NDJSON, plain or .gz; - reads from the standard input')
    .option(
      '--errors <file>',
      'write the answers to rejected lines there, instead of printing them',
    )
    .addHelpText(
      'after',
      `
A line that is rejected does not stop the others. Importing a file again changes nothing that is there already.
Exit status 1 when lines were rejected, 2 when the service can not be reached, also half-way.

Examples:
  $ npm run ops -- import transactions.ndjson
  $ npm run ops -- import transactions.ndjson.gz --errors rejected.ndjson
  $ generate | npm run --silent ops -- import - --json`,
    );
  return asksService(command, ['backoffice', 'operator'], (session, [file = '-']) =>
    importFile(session, file, command.opts<{ errors?: string }>().errors),
  );
}

async function importFile(
  session: Session,
  file: string,
  errors: string | undefined,
): Promise<CommandResult> {
  const lines = file === '-' ? undefined : await linesOf(file);
  const body: Readable = file === '-' ? process.stdin : createReadStream(file);
  const rejections = errors === undefined ? undefined : createWriteStream(errors);
  const progress = session.progress('Importing', 'lines', lines ?? 0);
  const counts = { lines: 0, accepted: 0, rejected: 0 };
  const started = performance.now();
  let last: LineAnswer | undefined;
  try {
    for await (const answer of session.service.lines<LineAnswer>('POST', '/backoffice/import', {
      body,
      signal: session.signal,
      headers: {
        'content-type': 'application/x-ndjson',
        ...(file.endsWith('.gz') && { 'content-encoding': 'gzip' }),
      },
    })) {
      last = answer;
      counts.lines += 1;
      counts[answer.status < 400 ? 'accepted' : 'rejected'] += 1;
      await show(session, answer, rejections);
      if (counts.lines % STRIDE === 0) progress.update(answer.line, lines ?? answer.line);
    }
    progress.update(last?.line ?? 0, lines ?? last?.line ?? 0);
  } catch (error) {
    throw error instanceof CommandFailure ? error : cutOff(last);
  } finally {
    progress.stop();
    if (rejections) await once(rejections.end(), 'close');
  }
  if (last?.path === null && (last.status === 503 || last.status === 408)) throw cutOff(last);
  const seconds = (performance.now() - started) / 1_000;
  const rate = Math.round(counts.lines / Math.max(seconds, 0.001));
  return {
    text: `${counts.accepted} accepted, ${counts.rejected} rejected, in ${seconds.toFixed(1)} s (${rate}/s).`,
    json: { ...counts, seconds: Number(seconds.toFixed(3)), perSecond: rate },
    status: counts.rejected > 0 ? ExitStatus.finding : ExitStatus.ok,
  };
}

function cutOff(last: LineAnswer | undefined): CommandFailure {
  return new CommandFailure(
    `The service went away after line ${last?.line ?? 0}. Import the file again: what is there already changes nothing.`,
    ExitStatus.unreachable,
  );
}

/** Shows what a person has to know of: why a line was rejected, and secrets that nothing shows again. */
async function show(
  session: Session,
  answer: LineAnswer,
  rejections: WriteStream | undefined,
): Promise<void> {
  const { line, path, status, errors = [], sharedSecret } = answer;
  const place = `line ${line}${path === null ? '' : ` ${path}`}`;
  if (sharedSecret !== undefined) {
    session.line(`${place}: sharedSecret ${sharedSecret}`, answer);
  } else if (status >= 400 && rejections) {
    if (!rejections.write(`${JSON.stringify(answer)}\n`)) await once(rejections, 'drain');
  } else if (status >= 400) {
    const why = errors.map(({ type, errorCode, field, message }) =>
      [errorCode ?? type, field, message].filter((part) => part !== undefined).join(' '),
    );
    session.line(`${place}: ${status} ${why.join('; ')}`, answer);
  }
}

/** How many lines a file has; undefined when that can't be told without unpacking it. */
async function linesOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() === false) return undefined;
  if (!found) throw new CommandFailure(`${file} can not be read.`, ExitStatus.usage);
  if (file.endsWith('.gz')) return undefined;
  let lines = 0;
  let ended = true;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1))
      lines += 1;
    ended = piece.at(-1) === NEWLINE;
  }
  return ended ? lines : lines + 1;
}
