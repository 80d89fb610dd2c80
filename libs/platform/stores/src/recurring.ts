import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailableError } from './store-unavailable.js';

/** The part of a logger that reports failures. */
interface FailureLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const MINUTE_MS = 60_000;

/** When a cause was last logged, and how often it has come since. */
interface Known {
  readonly at: number;
  times: number;
}

const known = new WeakMap<FailureLogger, Map<string, Known>>();

/**
 * Logs a failure that may come again and again, from several places at once: the same message with the same error once, then once a
 * minute with the number of `times` that it came.
 * @param error words without data of persons: {@link nameOf} has them of any error
 * @param details what failed: that of the first one is logged
 */
export function logRecurring(
  logger: FailureLogger | undefined,
  message: string,
  error: string,
  details: object = {},
  level: 'warn' | 'error' = 'warn',
): void {
  if (logger === undefined) return;
  const now = performance.now();
  const causes = known.get(logger) ?? new Map<string, Known>();
  known.set(logger, causes);
  for (const [other, { at }] of causes) if (now - at >= 2 * MINUTE_MS) causes.delete(other);
  const cause = `${message}: ${error}`;
  const before = causes.get(cause);
  if (before !== undefined && now - before.at < MINUTE_MS) {
    before.times += 1;
    return;
  }
  causes.set(cause, { at: now, times: 0 });
  const times = before === undefined ? {} : { times: before.times + 1 };
  logger[level]({ ...details, error, ...times }, message);
}

/** Names an error for the log. Its message may contain personal data and is omitted, unless a store is unavailable. */
export function nameOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return `${error.name}: ${error.message}`;
  return error instanceof Error ? error.name : typeof error;
}

/** Waits before the next attempt, but not beyond the abort of a signal. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
