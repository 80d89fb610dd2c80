import type { Readiness } from '#libs/platform/http';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { statusesForReaders } from '#libs/platform/read-models';
import { VERSION } from '#libs/platform/runtime';
import { nameOf, type Platform } from '#libs/platform/service';

/** Read models further behind than this make the service unready ([running.health]). */
const LAG_LIMIT_SECONDS = 10;

/**
 * Ready when both stores answer, the log takes what is to be written, and the read models are within their lag limit, whichever process keeps them.
 * @param isStarted false while a process that listens has yet to make what it is started with
 */
export function serviceReadiness(
  {
    eventStore,
    documents,
    projectionRunner,
    logger,
  }: {
    readonly eventStore: Pick<Platform['eventStore'], 'state' | 'whyAway'>;
    readonly documents: Pick<Platform['documents'], 'pointer'>;
    readonly projectionRunner: Pick<Platform['projectionRunner'], 'observe'>;
    readonly logger: Platform['logger'];
  },
  isStarted: () => boolean = () => true,
): Readiness {
  const changes = new StoreChanges(logger);
  return {
    async check() {
      const log = eventStore.state();
      const readModels = await answering(() => documents.pointer('readiness'));
      const reasons = {
        ...(log === 'away' && { eventStore: eventStore.whyAway?.() ?? 'it has yet to answer' }),
        ...(readModels !== true && { documentStore: readModels }),
      };
      changes.note(reasons);
      // What is built beside the live generations takes its time, and readers never wait for it.
      const projections =
        log !== 'away' && readModels === true
          ? statusesForReaders(await projectionRunner.observe())
          : [];
      const behind = projections
        .filter((one) => one.state === 'stopped' || one.lagSeconds > LAG_LIMIT_SECONDS)
        .map(({ name, state, lagSeconds }) => ({ name, state, lagSeconds }));
      const skipped = projections
        .filter((one) => one.skipped.length > 0)
        .map((one) => ({ name: one.name, positions: one.skipped.map(String) }));
      const lagSeconds = Math.max(0, ...projections.map((one) => one.lagSeconds));
      const starting = !isStarted();
      return {
        ready: !starting && log === 'answers' && readModels === true && behind.length === 0,
        details: {
          version: VERSION,
          ...(starting && { starting }),
          eventStore: log,
          documentStore: readModels === true ? 'answers' : 'away',
          lagSeconds,
          behind,
          skipped,
        },
      };
    },
  };
}

/** Whether a store answers, or else why not. Errors of unknown kinds may quote what was asked for: only their name is shown. */
async function answering(ask: () => Promise<unknown>): Promise<true | string> {
  try {
    await ask();
    return true;
  } catch (error) {
    return error instanceof StoreUnavailableError ? error.message : nameOf(error);
  }
}

/** Logs when a store goes away, for another reason too, and when it is back. */
class StoreChanges {
  #known: Readonly<Record<string, string>> = {};

  constructor(private readonly logger: Platform['logger']) {}

  /** @param reasons why stores are away, by store */
  note(reasons: Readonly<Record<string, string>>): void {
    for (const [store, reason] of Object.entries(reasons)) {
      if (this.#known[store] !== reason) this.logger.error({ store, reason }, 'store away');
    }
    for (const store of Object.keys(this.#known)) {
      if (reasons[store] === undefined) this.logger.info({ store }, 'store answers again');
    }
    this.#known = reasons;
  }
}
