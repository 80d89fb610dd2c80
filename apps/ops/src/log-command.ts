import type { Command } from 'commander';
import {
  checkLog,
  logDirectory,
  type LogWork,
  recordedAt,
  reindexLog,
} from '#libs/platform/event-store';
import { pluralize } from '#libs/platform/kernel';
import {
  CommandFailure,
  ExitStatus,
  group,
  type LocalSession,
  OpsCommand,
} from './command-line.js';
import type { Progress } from './conversation.js';
import { configOf } from './find-service.js';

/** `log`: maintenance of an embedded log. */
export function logCommand(): Command {
  return group('log', 'the embedded log', 'log verify', [verifyCommand(), reindexCommand()]);
}

function verifyCommand(): Command {
  return new OpsCommand('verify')
    .description('read the whole log and compare every append with its checksum')
    .notes(
      `Runs beside the service, or while it is stopped, and changes nothing. Covers
everything acknowledged before it began. Exit status 1 if the log is damaged:
restore it from a backup.

Examples:
  $ npm run ops -- log verify
  $ npm run --silent ops -- log verify --json`,
    )
    .readsStores(async (session) => {
      const directory = embeddedLog(session, 'verify');
      const { events, bytes, newest } = await overLog(session, 'Interrupted.', (work) =>
        checkLog(directory, work),
      );
      const last = newest === undefined ? null : recordedAt(newest);
      const text = `The log is what was written: ${pluralize(events, 'event')} in ${pluralize(bytes, 'byte')}, the newest of ${last ?? 'no time'}.`;
      return { text, json: { events, bytes, newest: last } };
    });
}

function reindexCommand(): Command {
  return new OpsCommand('reindex')
    .description('rebuild the index of the log while the service is stopped')
    .notes(
      `For a damaged or lost index. The whole log is read and every append is verified. If one is damaged, the index stays as it is, and the log
must be restored from a backup. After an interruption, the command starts over.

Examples:
  $ npm run ops -- log reindex
  $ npm run --silent ops -- log reindex --data-dir /var/lib/brokerage --json`,
    )
    .readsStores(async (session) => {
      const directory = embeddedLog(session, 'index');
      const interrupted = 'Interrupted; the index was not changed.';
      const json = await overLog(session, interrupted, (work) => reindexLog(directory, work));
      const { events, bytes, torn } = json;
      const text = `The index has ${pluralize(events, 'event')} in ${pluralize(bytes, 'byte')}.`;
      const tail = `\nThe last ${torn} bytes are an incomplete append left by a crash: the next start removes them.`;
      return { text: text + (torn === 0 ? '' : tail), json };
    });
}

/** The directory of the embedded log. @throws CommandFailure if the log is on a server */
function embeddedLog({ options }: LocalSession, purpose: 'verify' | 'index'): string {
  const { dataDir, eventStoreUrl } = configOf(options);
  if (eventStoreUrl === undefined) return logDirectory(dataDir);
  throw new CommandFailure(`EVENTSTORE_URL is set: there is no embedded log to ${purpose}.`);
}

/** Errors that report damage to a log or a backup. */
const DAMAGE = new Set(['DamagedLogError', 'BadBackupError']);

/**
 * Runs work on the whole log with a progress bar. Damage it finds becomes exit status 1.
 * @param interrupted message if the user interrupts it
 */
export async function overLog<T>(
  session: LocalSession,
  interrupted: string,
  work: (options: LogWork) => Promise<T>,
): Promise<T> {
  const { signal } = session;
  let bar: Progress | undefined;
  try {
    return await work({
      signal,
      onProgress(done, total) {
        bar ??= session.progress('Reading', 'B of log', total);
        bar.update(done, total);
      },
    });
  } catch (error) {
    if (error instanceof Error && DAMAGE.has(error.name)) {
      throw new CommandFailure(error.message, ExitStatus.finding);
    }
    if (!signal.aborted) throw error;
    throw new CommandFailure(interrupted);
  } finally {
    bar?.stop();
  }
}
