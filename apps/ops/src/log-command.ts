import type { Command } from 'commander';
import { logDirectory, type LogWork, reindexLog } from '#libs/platform/event-store';
import { counted } from '#libs/platform/kernel';
import {
  CommandFailure,
  ExitStatus,
  group,
  type LocalSession,
  OpsCommand,
} from './command-line.js';
import type { Progress } from './conversation.js';
import { configOf } from './find-service.js';

/** The log command: what is to be done to the files of an embedded log. */
export function logCommand(): Command {
  return group('log', 'the embedded log', 'log reindex', [reindexCommand()]);
}

function reindexCommand(): Command {
  return new OpsCommand('reindex')
    .description('rebuild the index of the log while the service is stopped')
    .notes(
      `For an index that is damaged or lost. The log is read from its first byte to its last, and every append must be what was written: where
one is not, the index stays as it was, and the log has to be restored from a backup. Interrupted, asking again begins anew.

Examples:
  $ npm run ops -- log reindex
  $ npm run --silent ops -- log reindex --data-dir /var/lib/brokerage --json`,
    )
    .readsStores(async (session) => {
      const { dataDir, eventStoreUrl } = configOf(session.options);
      if (eventStoreUrl !== undefined) {
        throw new CommandFailure('EVENTSTORE_URL is set: that log has no index of its own.');
      }
      const interrupted = 'It was interrupted, and the index is as it was.';
      const json = await overLog(session, interrupted, (work) =>
        reindexLog(logDirectory(dataDir), work),
      );
      const { events, bytes, torn } = json;
      const text = `The index has ${counted(events, 'event')} in ${counted(bytes, 'byte')}.`;
      const rest = `\nThe last ${torn} bytes are what a crash has torn, unless the disk damaged them: the next start cuts them off.`;
      return { text: text + (torn === 0 ? '' : rest), json };
    });
}

/** Names of errors that say what was found: a log or a backup that is not what was written. */
const DAMAGE = new Set(['DamagedLogError', 'BadBackupError']);

/**
 * Carries out what reads the whole log, with a bar once it takes its time.
 * @param interrupted what is said where somebody ends it before
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
