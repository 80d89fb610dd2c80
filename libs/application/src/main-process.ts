import { setTimeout as delay } from 'node:timers/promises';
import {
  type Config,
  exitOnBadConfig,
  formatLog,
  keepInspectorClosed,
  standardOutput,
} from '#libs/platform/runtime';

/** A start that has been told to end has so long to come to its own end, in milliseconds. */
const START_MS = 10_000;

interface Stoppable {
  readonly stop: () => Promise<void>;
}

/**
 * A `main`: starts a process on its environment, and ends it with {@link ENDING}. Where it can't start, the reason is on stderr, and the
 * exit status 1.
 */
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
    const reason = error instanceof Error ? error.message : 'The process can not start.';
    process.stderr.write(`${reason}\n`);
    return exitWith(1);
  }
}

/** Signals that end the process. A terminal that goes away, or Ctrl-\\, must not cut answers, or leave a core file with personal data. */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Ends the process cleanly on the first of {@link ENDING}: exit status 0 once everything has stopped, 1 where that fails. Others that
 * follow change nothing: npm hands on what the terminal has sent to the process already. What is still starting is started first, unless
 * it waits for somebody else: then it ends as it is, which leaves nothing to repair.
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

/** Ends the process once its last lines are out. */
async function exitWith(status: 0 | 1): Promise<never> {
  await standardOutput.end();
  process.exit(status);
}
