import type { LogWork } from '#libs/platform/event-store';
import { CommandFailure, ExitStatus } from './command-failure.js';
import type { LocalSession } from './command-line.js';
import type { Progress } from './conversation.js';

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
    throw new CommandFailure(interrupted, ExitStatus.unreachable);
  } finally {
    bar?.stop();
  }
}
