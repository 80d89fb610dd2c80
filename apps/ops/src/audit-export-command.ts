import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import type { PublicKey, Verdict } from '#libs/platform/proof';
import { CommandFailure, ExitStatus, OpsCommand, type Session } from './command-line.js';
import type { Conversation, Progress } from './conversation.js';
import { firstOf } from './pages.js';
import { tableOf } from './table.js';
import { verdictJson, verdictText, verifyFile } from './verify-file.js';

const POSITION = '"position":"';
const MANIFEST = '"kind":"manifest"';

/** Whose events are exported, and from when to when. */
type Exported = Readonly<
  Partial<Record<'account' | 'member' | 'firm' | 'from' | 'to', string | undefined>>
>;

/** `audit export`: stored events as lines of JSON that prove themselves. */
export function auditExportCommand(): Command {
  return new OpsCommand('export')
    .description('export stored events with proof, as lines of JSON')
    .option('--account <number>', 'everything of an account')
    .option('--member <login>', 'everything of a member or trustee')
    .option('--firm <id>', 'everything of a firm, its accounts and its members')
    .option('--from <time>', 'from this moment on, ISO-8601; alone or with --to: of the whole log')
    .option('--to <time>', 'before this moment')
    .option('--output <file>', 'file to write; default: stdout')
    .notes(
      `What was written to a file is verified at once: exit status 1 when it does not hold.

Examples:
  $ npm run ops -- audit export --account RA12345678 --output RA12345678.ndjson
  $ npm run --silent ops -- audit export --from 2026-01-01T00:00:00Z | gzip > log.ndjson.gz`,
    )
    .asksService<Exported & { output?: string }>(['auditor'], async (session) => {
      const { output, account, member, firm, from, to } = session.options;
      const what = { account, member, firm, from, to };
      if (output === undefined) {
        await pipeline(await exportOf(session, what), process.stdout, { end: false });
        return { text: '', json: undefined };
      }
      const progress = new ExportProgress(session);
      const watched = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          progress.passed(chunk);
          done(null, chunk);
        },
      });
      try {
        await writeWhole(output, 'The export did not come to its end', async (file) => {
          await pipeline(await exportOf(session, what), watched, file.createWriteStream());
        });
      } finally {
        progress.stop();
      }
      const verdict = await verifiedFile(session, output, undefined);
      return {
        text: verdictText(output, verdict),
        json: verdictJson(output, verdict),
        status: verdict.ok ? ExitStatus.ok : ExitStatus.finding,
      };
    });
}

/** Asks for an export, which is on record. */
export async function exportOf(
  { service, signal }: Session,
  query: Exported,
): Promise<NodeJS.ReadableStream> {
  const headers = { accept: 'application/x-ndjson' };
  const options = { query, headers, signal };
  return (await service.open('GET', '/operator/audit/export', options)).body;
}

/**
 * Writes a file, and has it under its name once it is whole. What it would take the place of must be a file: no directory, device or pipe.
 * @throws CommandFailure that begins with `failure` when it can't be written to its end, and before `write` when it can't be made
 */
export async function writeWhole(
  output: string,
  failure: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const there = await stat(output).catch(() => undefined);
  if (there?.isFile() === false) {
    throw new CommandFailure(`${output} is there, and no file: an export would replace it.`);
  }
  const unfinished = `${output}.part`;
  const file = await open(unfinished, 'w', 0o600).catch((error: unknown) => {
    throw new CommandFailure(`${output} can not be written (${reasonOf(error)}).`);
  });
  try {
    await write(file);
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${failure} (${reasonOf(error)}).`);
  } finally {
    await file.close();
  }
}

function reasonOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
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

/** `audit roots`: the daily roots, to be kept where nobody of the service can change them. */
export function auditRootsCommand(): Command {
  return new OpsCommand('roots')
    .description('the signed roots of the last days')
    .option('--limit <n>', 'maximum number of days', '31')
    .notes('Examples:\n  $ npm run --silent ops -- audit roots --limit 1 --json >> roots.ndjson')
    .asksService<{ limit: string }>(['auditor'], async ({ service, options: { limit } }) => {
      const roots = await firstOf<Schemas['Root']>(service, '/operator/audit/roots', limit);
      const text = tableOf(roots, {
        day: 'day',
        streams: 'streams',
        position: 'position',
        root: 'root',
        key: 'keyId',
      });
      return { text: roots.length === 0 ? 'No day has ended yet.' : text, json: roots };
    });
}
