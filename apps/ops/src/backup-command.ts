import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, writeLastBackup, SystemClock } from '#libs/platform/runtime';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  type LocalSession,
  OpsCommand,
  reasonOf,
} from './command-line.js';
import type { BackupManifest } from './backup.js';
import { checkDocuments, documentsResult } from './documents-command.js';
import { configOf } from './find-service.js';
import { overLog } from './log-command.js';
import { tableOf } from './text-layout.js';

/** Instructions for stores on servers, which are backed up with their own tools. */
const LOG_TOOLS =
  'The log is in EventStoreDB: before backing up keys and documents, take a file-copy backup of a node, first the checkpoints (*.chk), then the chunks.';
const DOCUMENT_TOOLS = `Keys and signed documents are in MongoDB: after backing up the log, run
  mongodump --uri "$SERVER" --db <database>_keys --out "$ELSEWHERE"
  mongodump --uri "$SERVER" --db <database>_shared --out "$BACKUP"
and restore with mongorestore --uri "$SERVER".`;
const INTERRUPTED = 'Interrupted; everything written was removed.';
const GUIDE = 'See docs/operations/backup.md for the whole procedure.';

/** `backup`: copies the embedded stores while the service runs. */
export function backupCommand(): Command {
  return new OpsCommand('backup')
    .description('back up log, keys and signed documents while the service runs')
    .argument('<directory>', 'new or empty directory')
    .option('--with-master-key', 'include the generated master key')
    .notes(
      `The backup includes everything acknowledged before it began. It does not include the master key unless you ask for it: keep the
key elsewhere, because it decrypts the rest. Data that can be rebuilt (read-models/, progress/) and the unencrypted credentials.json
and outbox/ are not included either. Stores on EventStoreDB and MongoDB are backed up with their own tools.

Examples:
  $ npm run ops -- backup /backups/2026-03-02
  $ npm run --silent ops -- backup /backups/2026-03-02 --json`,
    )
    .readsStores<{ withMasterKey?: true }>(async (session) => {
      const [target = ''] = session.args;
      const { withMasterKey = false } = session.options;
      const config = configOf(session.options);
      refuseServers(config);
      const { backUp } = await import('./backup.js');
      const options = { target: resolve(target), withMasterKey, clock: new SystemClock() };
      const manifest = await overLog(session, INTERRUPTED, (work) =>
        backUp(config, { ...work, ...options }),
      );
      // for the metric of its age
      await writeLastBackup(config.dataDir, manifest.begunAt).catch((error: unknown) => {
        const reason = reasonOf(error);
        session.note(`The metric of its age is not updated: DATA_DIR is not writable (${reason}).`);
      });
      const result = resultOf(`Backed up to ${target}.`, manifest, notesOf(config, manifest));
      return config.mongodbUrl === undefined ? withDocuments(result, session) : result;
    });
}

/** Adds what became of the documents: the backup is whole, and exit status 1 says that what it copied is not, or unknown. */
async function withDocuments(backup: CommandResult, session: LocalSession): Promise<CommandResult> {
  const { text, json, status } = await checkDocuments(session).then(
    documentsResult,
    (error: unknown): CommandResult => {
      const { message } = error as Error;
      const text = `The documents could not be compared with the log: ${message}`;
      return { text, json: { error: message }, status: ExitStatus.finding };
    },
  );
  return {
    text: `${backup.text}\n${text}`,
    json: { ...(backup.json as object), documents: json },
    ...(status !== undefined && { status }),
  };
}

/** `restore`: restores what {@link backupCommand} copied into a new directory. */
export function restoreCommand(): Command {
  return new OpsCommand('restore')
    .description('check a backup and restore it into a new DATA_DIR')
    .argument('<directory>', 'directory of the backup')
    .option('--check', 'only check the backup')
    .notes(
      `DATA_DIR must not exist, or contain at most the master key. Every file is compared with the manifest, and every append of the log with
its checksum; nothing is restored from a damaged backup. The index of the log is rebuilt, and the first start rebuilds the read models.
Exit status 1 if the backup is damaged.

Examples:
  $ npm run ops -- restore /backups/2026-03-02 --check
  $ npm run ops -- restore /backups/2026-03-02 \\
      --data-dir /var/lib/brokerage-restored`,
    )
    .readsStores<{ check?: true }>(async (session) => {
      const [backup = ''] = session.args;
      const config = configOf(session.options);
      const { checkBackup, restore } = await import('./backup.js');
      if (session.options.check) {
        const manifest = await overLog(session, INTERRUPTED, ({ signal }) =>
          checkBackup(resolve(backup), signal),
        );
        return resultOf(`${backup} is intact.`, manifest, []);
      }
      refuseServers(config);
      const manifest = await overLog(session, INTERRUPTED, (work) =>
        restore(resolve(backup), config.dataDir, work),
      );
      return resultOf(`Restored to ${config.dataDir}.`, manifest, nextSteps(config, manifest));
    });
}

/** @throws CommandFailure if no store is embedded */
function refuseServers({ eventStoreUrl, mongodbUrl }: Config): void {
  if (eventStoreUrl === undefined || mongodbUrl === undefined) return;
  throw new CommandFailure(
    `No store is embedded, so there is nothing to copy.\n${LOG_TOOLS}\n${DOCUMENT_TOOLS}\n${GUIDE}`,
  );
}

/** What else needs to be backed up: stores on servers, and the master key. */
function notesOf(
  { eventStoreUrl, mongodbUrl, masterKey, dataDir }: Config,
  { files }: BackupManifest,
): readonly string[] {
  const hasMasterKey = files.some(({ path }) => path.startsWith('master.key'));
  return [
    ...(eventStoreUrl !== undefined ? [LOG_TOOLS, GUIDE] : []),
    ...(eventStoreUrl === undefined && mongodbUrl !== undefined ? [DOCUMENT_TOOLS, GUIDE] : []),
    hasMasterKey
      ? 'The backup includes the master key: whoever has the backup can read everything.'
      : masterKey === undefined
        ? `The backup does not include the master key ${dataDir}/master.key: keep a copy elsewhere.`
        : 'The backup does not include the master key: keep MASTER_KEY elsewhere.',
  ];
}

/** What to do after a restore. */
function nextSteps({ masterKey, dataDir }: Config, { files, log }: BackupManifest): string[] {
  const hasMasterKey = masterKey !== undefined || files.some(({ path }) => path === 'master.key');
  return [
    ...(hasMasterKey
      ? []
      : [
          `Copy the master key to ${dataDir}/master.key, or set MASTER_KEY, before you start the service.`,
        ]),
    ...(log
      ? [
          `The newest event is of ${log.newest ?? 'no time: the log is empty'}. Compare it with the last write that your proxy has logged: what came after it is lost.`,
        ]
      : []),
  ];
}

function resultOf(
  headline: string,
  { begunAt, log, files }: BackupManifest,
  notes: readonly string[],
): CommandResult {
  const parts = ['events', 'keys', 'documents', 'master.key'].map((part) => {
    const own = files.filter(({ path }) => path.startsWith(part));
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    return { part: part === 'events' ? 'log' : part, files: own.length, bytes };
  });
  const text = [
    headline,
    tableOf(parts, {
      part: 'part',
      files: 'files',
      bytes: 'bytes',
      events: ({ part }) => (part === 'log' ? log?.events : undefined),
      'newest event': ({ part }) => (part === 'log' ? log?.newest : undefined),
    }),
    `Everything acknowledged before ${begunAt} is included.`,
    ...notes,
  ];
  return { text: text.join('\n'), json: { begunAt, ...(log && { log }), parts } };
}
