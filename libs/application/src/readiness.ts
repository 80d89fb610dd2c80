import type { Readiness } from '#libs/platform/http';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { statusesForReaders } from '#libs/platform/read-models';
import { VERSION } from '#libs/platform/runtime';
import { nameOf, type Platform } from '#libs/platform/service';

/** Read models further behind than this make the service unready ([running.health]). */
const LAG_LIMIT_SECONDS = 10;

interface Watched extends Pick<Platform, 'logger'> {
  readonly eventStore: Pick<Platform['eventStore'], 'state' | 'whyAway'>;
  readonly documents: Pick<Platform['documents'], 'pointer'>;
  readonly projectionRunner: Pick<Platform['projectionRunner'], 'observe'>;
}

/**
 * Ready when both stores answer, the log takes what is to be written, and the read models are within their lag limit, whichever process keeps them.
 * @param isStarted false while a process that listens has yet to make what it is started with
 */
export function serviceReadiness(
  { eventStore, documents, projectionRunner, logger }: Watched,
  isStarted: () => boolean = () => true,
): Readiness {
  let known: Readonly<Record<string, string>> = {};
  /** Logs when a store goes away, for another reason too, and when it is back. */
  const note = (reasons: Readonly<Record<string, string>>): void => {
    for (const [store, reason] of Object.entries(reasons)) {
      if (known[store] !== reason) logger.error({ store, reason }, 'store away');
    }
    for (const store of Object.keys(known)) {
      if (reasons[store] === undefined) logger.info({ store }, 'store answers again');
    }
    known = reasons;
  };
  return {
    async check() {
      const log = eventStore.state();
      const away = await documents.pointer('readiness').then(() => undefined, whyAway);
      note({
        ...(log === 'away' && { eventStore: eventStore.whyAway?.() ?? 'it has yet to answer' }),
        ...(away !== undefined && { documentStore: away }),
      });
      // What is built beside the live generations takes its time, and readers never wait for it.
      const projections =
        log !== 'away' && away === undefined
          ? statusesForReaders(await projectionRunner.observe())
          : [];
      const behind = projections
        .filter((one) => one.state === 'stopped' || one.lagSeconds > LAG_LIMIT_SECONDS)
        .map(({ name, state, lagSeconds }) => ({ name, state, lagSeconds }));
      const skipped = projections
        .filter((one) => one.skipped.length > 0)
        .map((one) => ({ name: one.name, positions: one.skipped.map(String) }));
      const starting = !isStarted();
      return {
        ready: !starting && log === 'answers' && away === undefined && behind.length === 0,
        details: {
          version: VERSION,
          ...(starting && { starting }),
          eventStore: log,
          documentStore: away === undefined ? 'answers' : 'away',
          lagSeconds: Math.max(0, ...projections.map((one) => one.lagSeconds)),
          behind,
          skipped,
        },
      };
    },
  };
}

/** Why a store does not answer. Errors of unknown kinds may quote what was asked for: only their name is shown. */
function whyAway(error: unknown): string {
  return error instanceof StoreUnavailableError ? error.message : nameOf(error);
}
