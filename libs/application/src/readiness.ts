import { setTimeout as delay } from 'node:timers/promises';
import type { Readiness } from '#libs/platform/http';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { type ProjectionStatus, statusesForReaders } from '#libs/platform/read-models';
import { VERSION } from '#libs/platform/runtime';
import type { Platform } from '#libs/platform/service';
import { nameOf } from '#libs/platform/stores';

/** A probe gets its response within a second. */
const PROBE_MS = 900;

/** Read models further behind than this make the service unready ([running.health]). */
const LAG_LIMIT_SECONDS = 10;

interface Watched extends Pick<Platform, 'logger'> {
  readonly eventStore: Pick<Platform['eventStore'], 'state' | 'unavailableReason'>;
  readonly documents: Pick<Platform['documents'], 'pointer'>;
  readonly projectionRunner: Pick<Platform['projectionRunner'], 'observe'>;
}

/**
 * Ready if both stores respond in time, the log accepts appends, and all reads get a response: each read model has documents for readers,
 * has caught up once, and is within its lag limit, whichever process maintains them.
 * @param isStarted false until a listening process has created its initial data
 */
export function serviceReadiness(
  { eventStore, documents, projectionRunner, logger }: Watched,
  isStarted: () => boolean = () => true,
): Readiness {
  let known: Readonly<Record<string, string>> = {};
  /** Logs when a store becomes unavailable, when the reason changes, and when it is back. */
  const note = (reasons: Readonly<Record<string, string>>): void => {
    for (const [store, reason] of Object.entries(reasons)) {
      if (known[store] !== reason) logger.error({ store, reason }, 'store unavailable');
    }
    for (const store of Object.keys(known)) {
      if (reasons[store] === undefined) logger.info({ store }, 'store available again');
    }
    known = reasons;
  };
  return {
    async check() {
      const log = eventStore.state();
      const inTime = withinOneProbe();
      const reason = await inTime(documents.pointer('readiness')).then(() => undefined, reasonOf);
      note({
        ...(log === 'away' && {
          eventStore: eventStore.unavailableReason?.() ?? 'no response yet',
        }),
        ...(reason !== undefined && { documentStore: reason }),
      });
      // Generations being rebuilt may lag: readers never wait for them.
      const projections =
        log !== 'away' && reason === undefined
          ? await inTime(projectionRunner.observe()).then(statusesForReaders, () => undefined)
          : [];
      const behind = (projections ?? [])
        .filter((one) => !answers(one) || one.lagSeconds > LAG_LIMIT_SECONDS)
        .map(({ name, state, lagSeconds }) => ({ name, state, lagSeconds }));
      const skipped = (projections ?? [])
        .filter((one) => one.skipped.length > 0)
        .map((one) => ({ name: one.name, positions: one.skipped.map(String) }));
      const starting = !isStarted();
      return {
        ready:
          !starting &&
          log === 'answers' &&
          reason === undefined &&
          projections !== undefined &&
          behind.length === 0,
        details: {
          version: VERSION,
          ...(starting && { starting }),
          eventStore: log,
          documentStore: reason === undefined ? 'answers' : 'away',
          ...(projections && {
            lagSeconds: Math.max(0, ...projections.map((one) => one.lagSeconds)),
          }),
          behind,
          skipped,
        },
      };
    },
  };
}

/** Whether reads of a read model get a response. */
function answers({ state, live }: ProjectionStatus): boolean {
  return live && state !== 'stopped' && state !== 'catching-up';
}

/** Returns a function that waits for parts of one probe, all of them together for {@link PROBE_MS}. */
export function withinOneProbe(): <T>(work: Promise<T>) => Promise<T> {
  const late = delay(PROBE_MS, undefined, { ref: false }).then(() => {
    throw new StoreUnavailableError('it has not responded within a second');
  });
  late.catch(() => undefined);
  return (work) => Promise.race([work, late]);
}

/** Why a store does not respond. The message of an unknown error may quote data, so only its name is shown. */
function reasonOf(error: unknown): string {
  return error instanceof StoreUnavailableError ? error.message : nameOf(error);
}
