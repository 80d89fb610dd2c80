import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, SystemClock } from '#libs/platform/runtime';
import type { BackupManifest } from '#libs/platform/service';
import { CommandFailure, type CommandResult, OpsCommand } from './command-line.js';
import { configOf } from './find-service.js';
import { overLog } from './log-command.js';
import { tableOf } from './table.js';

/** What the servers' own tools do, and in which order. */
const LOG_TOOLS =
  'EventStoreDB has the log: take a file-copy backup of a node, the checkpoints (*.chk) first, then the chunks; before keys and documents.';
const DOCUMENT_TOOLS = `MongoDB has keys and signed documents: after the log take
  mongodump --uri "$SERVER" --db <database>_keys --out "$ELSEWHERE"
  mongodump --uri "$SERVER" --db <database>_shared --out "$BACKUP"
and bring them back with mongorestore --uri "$SERVER".`;
const INTERRUPTED = 'It was interrupted, and nothing is left of it.';
const GUIDE = 'docs/operations/backup.md has the whole procedure.';

/** `backup`: a copy of the embedded stores, beside the service. */
export function backupCommand(): Command {
  return new OpsCommand('backup')
    .description('copy log, keys and signed documents into a directory, while the service runs')
    .argument('<directory>', 'new or empty')
    .option('--with-master-key', 'put the generated master key beside what it opens')
    .notes(
      `All that was acknowledged before it began is in it. The master key is not, unless asked for: it opens all the rest, so keep it
elsewhere. Nor is what can be rebuilt (read-models/, progress/), nor credentials.json and outbox/, which nothing encrypts.
What EventStoreDB and MongoDB have is backed up with their own tools.

Examples:
  $ npm run ops -- backup /backups/2026-03-02
  $ npm run --silent ops -- backup /backups/2026-03-02 --json`,
    )
    .readsStores<{ withMasterKey?: true }>(async (session) => {
      const [target = ''] = session.args;
      const { withMasterKey = false } = session.options;
      const config = configOf(session.options);
      refuseServers(config);
      const { backUp } = await import('#libs/platform/service');
      const options = { target: resolve(target), withMasterKey, clock: new SystemClock() };
      const manifest = await overLog(session, INTERRUPTED, (work) =>
        backUp(config, { ...work, ...options }),
      );
      return shown(`Backed up into ${target}.`, manifest, notesOf(config, manifest));
    });
}

/** `restore`: what {@link backupCommand} made, into a new directory. */
export function restoreCommand(): Command {
  return new OpsCommand('restore')
    .description('check a backup and restore it into a new DATA_DIR')
    .argument('<directory>', 'what "backup" made')
    .option('--check', 'check it, and restore nothing')
    .notes(
      `DATA_DIR must be new, or have nothing but the master key. Every file is compared with what was written, and every append of the log
worked out by its checksum; a backup that is damaged leaves nothing. The index of the log is made anew, and the first start makes the read
models. Exit status 1 when the backup is not what was written.

Examples:
  $ npm run ops -- restore /backups/2026-03-02 --check
  $ npm run ops -- restore /backups/2026-03-02 --data-dir /var/lib/brokerage-restored`,
    )
    .readsStores<{ check?: true }>(async (session) => {
      const [backup = ''] = session.args;
      const config = configOf(session.options);
      const { checkBackup, restore } = await import('#libs/platform/service');
      if (session.options.check) {
        const manifest = await overLog(session, INTERRUPTED, ({ signal }) =>
          checkBackup(resolve(backup), signal),
        );
        return shown(`${backup} is as it was written.`, manifest, []);
      }
      refuseServers(config);
      const manifest = await overLog(session, INTERRUPTED, (work) =>
        restore(resolve(backup), config.dataDir, work),
      );
      return shown(`Restored into ${config.dataDir}.`, manifest, notesOf(config, manifest));
    });
}

/** @throws CommandFailure where nothing is embedded */
function refuseServers({ eventStoreUrl, mongodbUrl }: Config): void {
  if (eventStoreUrl === undefined || mongodbUrl === undefined) return;
  throw new CommandFailure(
    `Nothing here is embedded, so there is nothing to copy.\n${LOG_TOOLS}\n${DOCUMENT_TOOLS}\n${GUIDE}`,
  );
}

/** What else belongs to a backup: of stores that are on servers, and the master key. */
function notesOf(
  { eventStoreUrl, mongodbUrl, masterKey, dataDir }: Config,
  { files }: BackupManifest,
): readonly string[] {
  const isThere = files.some(({ path }) => path.startsWith('master.key'));
  return [
    ...(eventStoreUrl !== undefined ? [LOG_TOOLS, GUIDE] : []),
    ...(eventStoreUrl === undefined && mongodbUrl !== undefined ? [DOCUMENT_TOOLS, GUIDE] : []),
    isThere
      ? 'The master key is in the backup: whoever reads it can read everything.'
      : masterKey === undefined
        ? `The master key is not in the backup: it belongs to ${dataDir}/master.key, and is kept elsewhere.`
        : 'The master key is not in the backup: keep MASTER_KEY elsewhere.',
  ];
}

function shown(
  said: string,
  { begunAt, log, files }: BackupManifest,
  notes: readonly string[],
): CommandResult {
  const parts = ['events', 'keys', 'documents', 'master.key'].map((part) => {
    const own = files.filter(({ path }) => path.startsWith(part));
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    return { part: part === 'events' ? 'log' : part, files: own.length, bytes };
  });
  const text = [
    said,
    tableOf(parts, {
      part: 'part',
      files: 'files',
      bytes: 'bytes',
      events: ({ part }) => (part === 'log' ? log?.events : undefined),
      'newest event': ({ part }) => (part === 'log' ? log?.newest : undefined),
    }),
    `All that was acknowledged before ${begunAt} is in it.`,
    ...notes,
  ];
  return { text: text.join('\n'), json: { begunAt, ...(log && { log }), parts } };
}
