import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import type { PublicKey, Verdict } from '#libs/platform/proof';
import { asksService, CommandFailure, ExitStatus, type Session } from './command-line.js';
import type { Conversation, Progress } from './conversation.js';
import { firstOf } from './pages.js';
import { table } from './table.js';
import { verdictJson, verdictText, verifyFile } from './verify-file.js';

const POSITION = '"position":"';
const MANIFEST = '"kind":"manifest"';

interface ExportOptions {
  readonly account?: string;
  readonly member?: string;
  readonly firm?: string;
  readonly from?: string;
  readonly to?: string;
  readonly output?: string;
}

/** `audit export`: stored events as lines of JSON that prove themselves. */
export function auditExportCommand(): Command {
  const command = new Command('export')
    .description('export stored events with proof, as lines of JSON')
    .option('--account <number>', 'everything of an account')
    .option('--member <login>', 'everything of a member or trustee')
    .option('--firm <id>', 'everything of a firm, its accounts and its members')
    .option('--from <time>', 'from this moment on, ISO-8601; alone or with --to: of the whole log')
    .option('--to <time>', 'before this moment')
    .option('--output <file>', 'file to write; default: stdout')
    .addHelpText(
      'after',
      `
What was written to a file is verified at once: exit status 1 when it does not hold.

Examples:
  $ npm run ops -- audit export --account RA12345678 --output RA12345678.ndjson
  $ npm run --silent ops -- audit export --from 2026-01-01T00:00:00Z | gzip > log.ndjson.gz`,
    );
  return asksService(command, ['auditor'], async (session) => {
    const { output, account, member, firm, from, to } = command.opts<ExportOptions>();
    const exported = async (): Promise<NodeJS.ReadableStream> => {
      const { body } = await session.service.open('GET', '/operator/audit/export', {
        query: { account, member, firm, from, to },
        headers: { accept: 'application/x-ndjson' },
        signal: session.signal,
      });
      return body;
    };
    if (output === undefined) {
      await pipeline(await exported(), process.stdout, { end: false });
      return { text: '', json: undefined };
    }
    await writeTo(output, exported, session);
    const verdict = await verifiedFile(session, output, undefined);
    return {
      text: verdictText(output, verdict),
      json: verdictJson(output, verdict),
      status: verdict.ok ? ExitStatus.ok : ExitStatus.finding,
    };
  });
}

/** Writes the export under its name once it is whole. It is asked for, which is on record, once there is a file for it. */
async function writeTo(
  output: string,
  exported: () => Promise<NodeJS.ReadableStream>,
  session: Session,
): Promise<void> {
  const unfinished = `${output}.part`;
  const file = await newFile(unfinished, output);
  const progress = new ExportProgress(session);
  const watched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      progress.passed(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(await exported(), watched, file.createWriteStream());
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof CommandFailure) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`The export did not come to its end (${code ?? name}).`);
  } finally {
    progress.stop();
    await file.close();
  }
}

/**
 * A file that is to take the place of another one in the end.
 * @throws CommandFailure when it can't be made, or when what it would take the place of is no file: a directory, a device, a pipe
 */
export async function newFile(path: string, replaced: string): Promise<FileHandle> {
  const there = await stat(replaced).catch(() => undefined);
  if (there?.isFile() === false) {
    throw new CommandFailure(`${replaced} is there, and no file: an export would replace it.`);
  }
  try {
    return await open(path, 'w', 0o600);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${replaced} can not be written (${code ?? name}).`);
  }
}

/** How far an export has come: through the log, where it is one of the log; else how much there is of it. */
class ExportProgress {
  #bar: Progress | undefined;
  #upTo: number | undefined;
  #bytes = 0;

  constructor(private readonly talk: Pick<Conversation, 'progress'>) {}

  passed(chunk: Buffer): void {
    const text = chunk.toString('latin1');
    this.#bar ??= this.#begin(text);
    this.#bytes += chunk.length;
    const at = text.lastIndexOf(POSITION) + POSITION.length;
    if (this.#upTo === undefined) this.#bar.update(Math.ceil(this.#bytes / 1024));
    // A period may end long before the log does.
    else if (text.includes(MANIFEST)) this.#bar.update(this.#upTo);
    else if (at >= POSITION.length) this.#bar.update(Number.parseInt(text.slice(at), 10));
  }

  #begin(text: string): Progress {
    const upTo = /^\{[^\n]*"order":"log"[^\n]*?"upTo":"(\d+)"/.exec(text)?.[1];
    if (upTo === undefined) return this.talk.progress('Exporting', 'KiB', undefined);
    this.#upTo = Number(upTo);
    return this.talk.progress('Exporting', 'B of log', this.#upTo);
  }

  stop(): void {
    this.#bar?.stop();
  }
}

/** {@link verifyFile}, and how far it is. */
export async function verifiedFile(
  talk: Pick<Conversation, 'progress'>,
  file: string,
  trusted: readonly PublicKey[] | undefined,
): Promise<Verdict> {
  let bar: Progress | undefined;
  try {
    return await verifyFile(file, trusted, (size) => {
      bar = talk.progress('Verifying', 'KiB', Math.ceil(size / 1024));
      return (bytes) => bar?.update(Math.ceil(bytes / 1024));
    });
  } finally {
    bar?.stop();
  }
}

interface Root {
  readonly day: string;
  readonly root: string;
  readonly streams: number;
  readonly position: string;
  readonly keyId: string;
}

/** `audit roots`: the daily roots, to be kept where nobody of the service can change them. */
export function auditRootsCommand(): Command {
  const command = new Command('roots')
    .description('the signed roots of the last days')
    .option('--limit <n>', 'maximum number of days', '31')
    .addHelpText(
      'after',
      `
Examples:
  $ npm run --silent ops -- audit roots --limit 1 --json >> roots.ndjson`,
    );
  return asksService(command, ['auditor'], async ({ service }) => {
    const { limit } = command.opts<{ limit: string }>();
    const roots = await firstOf<Root>(service, '/operator/audit/roots', limit);
    const rows = roots.map(({ day, streams, position, root, keyId }) => [
      ...[day, streams, position, root, keyId],
    ]);
    const text = table(['day', 'streams', 'position', 'root', 'key'], rows);
    return { text: roots.length === 0 ? 'No day has ended yet.' : text, json: roots };
  });
}
