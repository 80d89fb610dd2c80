import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import type { PublicKey, Verdict } from '#libs/platform/proof';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  OpsCommand,
  PERIOD,
  reasonOf,
  type Session,
} from './command-line.js';
import type { Conversation, Progress } from './conversation.js';
import { firstOf } from './service-queries.js';
import { tableOf } from './text-layout.js';
import {
  trustedKeys,
  verdictFor,
  verdictJson,
  verdictText,
  verifyFile,
  type VerifyOptions,
} from './verify-file.js';

const POSITION = '"position":"';
const MANIFEST = '"kind":"manifest"';

/** The subject and the period of an export. */
type ExportQuery = Readonly<
  Partial<Record<'account' | 'member' | 'firm' | 'from' | 'to', string | undefined>>
>;

/** `audit export`: stored events as self-verifying NDJSON. */
export function auditExportCommand(): Command {
  return new OpsCommand('export')
    .description('export stored events with proof, as NDJSON')
    .option('--account <number>', 'all events of an account')
    .option('--member <login>', 'all events of a member or trustee')
    .option('--firm <id>', 'all events of a firm, its accounts and its members')
    .option('--from <time>', `${PERIOD.from}; --from and --to alone select from the whole log`)
    .option('--to <time>', PERIOD.to)
    .option('--output <file>', 'output file; default: stdout')
    .notes(
      `A file is verified right after it is written: exit status 1 if that fails.

Examples:
  $ npm run ops -- audit export --account RA12345678 --output RA12345678.ndjson
  $ npm run --silent ops -- audit export --from 2026-01-01T00:00:00Z \\
      | gzip > log.ndjson.gz`,
    )
    .callsService<ExportQuery & { output?: string }>(['auditor'], async (session) => {
      const { output, account, member, firm, from, to } = session.options;
      const query = { account, member, firm, from, to };
      if (output === undefined) {
        await pipeline(await exportOf(session, query), process.stdout, { end: false });
        return { text: '', json: undefined };
      }
      const progress = new ExportProgress(session);
      const watched = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          progress.add(chunk);
          done(null, chunk);
        },
      });
      try {
        await writeWhole(output, 'The export was cut off', async (file) => {
          await pipeline(await exportOf(session, query), watched, file.createWriteStream());
        });
      } finally {
        progress.stop();
      }
      return verification(session, output);
    });
}

/** Requests an export, which the service records. */
export async function exportOf(
  { service, signal }: Session,
  query: ExportQuery,
): Promise<NodeJS.ReadableStream> {
  const headers = { accept: 'application/x-ndjson' };
  const options = { query, headers, signal };
  return (await service.open('GET', '/operator/audit/export', options)).body;
}

/**
 * Writes a file completely or not at all; it replaces a regular file only, no directory, device or pipe.
 * @throws CommandFailure starting with `failure` if `write` fails, or another one if the file can't be created
 */
export async function writeWhole(
  output: string,
  failure: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const existing = await stat(output).catch(() => undefined);
  if (existing?.isFile() === false) {
    throw new CommandFailure(`${output} exists and is not a regular file.`);
  }
  const unfinished = `${output}.part`;
  const file = await open(unfinished, 'w', 0o600).catch((error: unknown) => {
    throw new CommandFailure(`${output} can't be written (${reasonOf(error)}).`);
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

/** Shows the progress of an export: the position, for an export of the log; otherwise the size. */
class ExportProgress {
  #bar: Progress | undefined;
  #upTo: number | undefined;
  #bytes = 0;

  constructor(private readonly talk: Pick<Conversation, 'progress'>) {}

  add(chunk: Buffer): void {
    const text = chunk.toString('latin1');
    this.#bar ??= this.#begin(text);
    this.#bytes += chunk.length;
    const at = text.lastIndexOf(POSITION) + POSITION.length;
    if (this.#upTo === undefined) this.#bar.update(Math.ceil(this.#bytes / 1024));
    // A period may end long before the log.
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

/** {@link verifyFile} with a progress bar. */
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

/** Verifies a file against {@link VerifyOptions}. Exit status 1 if it is not valid. */
export async function verification(
  conversation: Pick<Conversation, 'progress'>,
  file: string,
  { publicKey, ...meant }: VerifyOptions = {},
): Promise<CommandResult> {
  const trusted = await trustedKeys(publicKey);
  const verdict = verdictFor(meant, await verifiedFile(conversation, file, trusted));
  return {
    text: verdictText(file, verdict),
    json: verdictJson(file, verdict),
    status: verdict.ok ? ExitStatus.ok : ExitStatus.finding,
  };
}

/** `audit roots`: the daily roots, to be kept out of reach of the service. */
export function auditRootsCommand(): Command {
  return new OpsCommand('roots')
    .description('the signed roots of the last days')
    .option('--limit <n>', 'maximum number of days', '31')
    .notes('Examples:\n  $ npm run --silent ops -- audit roots --limit 1 --json >> roots.ndjson')
    .callsService<{ limit: string }>(['auditor'], async (session) => {
      const { limit } = session.options;
      const roots = await firstOf<Schemas['Root']>(session, '/operator/audit/roots', limit);
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
