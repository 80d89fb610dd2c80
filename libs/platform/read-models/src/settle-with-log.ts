import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '#libs/platform/event-store';
import type { DocumentStore } from './document-store.js';
import { keepingMark, LOG_MARK, LogMarks } from './log-marks.js';
import type { RunnerLogger } from './runner/runner-logger.js';

const LEASE_MS = 10_000;
const POLL_MS = 1_000;

/** A store of what has been made from the log, and who works in it. */
export interface SettledStore {
  readonly documents: DocumentStore;
  readonly log: Pick<EventStore, 'newest' | 'readStream'>;
  /** What is in it, for messages: `read models`. */
  readonly what: string;
  /** Name of the lease of whoever writes to it, and the store that has that lease. */
  readonly lease: string;
  readonly leases: DocumentStore;
  readonly holder: string;
  readonly logger?: RunnerLogger;
}

/**
 * Makes sure, before anything is read from a store, that it was made from this log: one made from another log, or from a later state
 * of this one before it was restored from an earlier copy, is emptied. Waits for a process that still works in it.
 * @returns the store, which from here on can tell the next time
 */
export async function settleWithLog(store: SettledStore): Promise<DocumentStore> {
  const { documents, log, what, lease: name, leases, holder, logger } = store;
  const marks = new LogMarks(documents, log);
  for (let waits = 0; !(await marks.isInLog()); waits++) {
    const lease = await leases.acquireLease(name, holder, LEASE_MS);
    const position = (await marks.position())?.toString();
    if (lease === undefined) {
      const message = `the log is an earlier one than the ${what} were made from: waiting for the process that keeps them to end`;
      if (waits === 0) logger?.warn({ position }, message);
      await delay(POLL_MS);
      continue;
    }
    try {
      // another process may have been first
      if (await marks.isInLog()) break;
      const message = `the log is an earlier one than the ${what} were made from: they are made anew`;
      logger?.warn({ position }, message);
      await documents.clear({ last: LOG_MARK });
    } finally {
      await leases.releaseLease(lease);
    }
  }
  return keepingMark(documents, marks);
}
