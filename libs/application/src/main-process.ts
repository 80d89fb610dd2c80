import { setTimeout as delay } from 'node:timers/promises';
import {
  type Config,
  exitOnBadConfig,
  formatLog,
  keepInspectorClosed,
  standardOutput,
} from '#libs/platform/runtime';

/** How long a signal waits for the start to complete, in milliseconds. */
const START_MS = 10_000;

interface Stoppable {
  readonly stop: () => Promise<void>;
}

/** The body of a `main`: starts a process and stops it on a signal. A failed start is reported on stderr with exit status 1. */
export async function startMain<T extends Stoppable>(
  start: (config: Config) => Promise<T>,
): Promise<{ readonly config: Config; readonly started: T }> {
  keepInspectorClosed();
  const config = exitOnBadConfig();
  await formatLog(config);
  const starting = start(config);
  stopOnSignals(starting);
  try {
    return { config, started: await starting };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The process could not start.';
    process.stderr.write(`${reason}\n`);
    return exitWith(1);
  }
}

/** Signals that stop the process. A closed terminal or Ctrl-\\ must not cut off responses or leave a core file with personal data. */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Stops the process cleanly on the first of {@link ENDING}: exit status 0, or 1 if stopping fails. Further signals are ignored, because npm
 * forwards what the terminal has already sent. A process that is still starting completes its start first, up to {@link START_MS}; exiting
 * without that leaves nothing to repair.
 */
function stopOnSignals(starting: Promise<Stoppable>): void {
  let ending = false;
  const end = async (): Promise<void> => {
    const started = await Promise.race([starting, delay(START_MS)]);
    await started?.stop();
  };
  const exit = (): void => {
    if (ending) return;
    ending = true;
    void end().then(
      () => exitWith(0),
      () => exitWith(1),
    );
  };
  for (const signal of ENDING) process.on(signal, exit);
}

/** Exits once the last log lines are written. */
async function exitWith(status: 0 | 1): Promise<never> {
  await standardOutput.end();
  process.exit(status);
}
