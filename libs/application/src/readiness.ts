import type { Readiness } from '#libs/platform/http';
import { statusesForReaders } from '#libs/platform/read-models';
import type { Platform } from '#libs/platform/service';

/** Read models further behind than this make the service unready (decisions §11). */
const LAG_LIMIT_SECONDS = 10;

/** Ready when both stores answer, the log takes what is to be written, and the read models are within their lag limit, whichever process keeps them. */
export function serviceReadiness({
  eventStore,
  documents,
  projectionRunner,
}: {
  readonly eventStore: Pick<Platform['eventStore'], 'head' | 'takesAppends'>;
  readonly documents: Pick<Platform['documents'], 'pointer'>;
  readonly projectionRunner: Pick<Platform['projectionRunner'], 'observe'>;
}): Readiness {
  return {
    async check() {
      const [log, readModels] = await Promise.all([
        answers(() => eventStore.head()),
        answers(() => documents.pointer('readiness')),
      ]);
      const takesAppends = eventStore.takesAppends();
      // What is built beside the live generations takes its time, and readers never wait for it.
      const projections =
        log && readModels ? statusesForReaders(await projectionRunner.observe()) : [];
      const behind = projections
        .filter((one) => one.state === 'stopped' || one.lagSeconds > LAG_LIMIT_SECONDS)
        .map(({ name, state, lagSeconds }) => ({ name, state, lagSeconds }));
      const lagSeconds = Math.max(0, ...projections.map((one) => one.lagSeconds));
      return {
        ready: log && takesAppends && readModels && behind.length === 0,
        details: {
          eventStore: log && !takesAppends ? 'takes no appends' : word(log),
          documentStore: word(readModels),
          lagSeconds,
          behind,
        },
      };
    },
  };
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    return false;
  }
}

function word(up: boolean): string {
  return up ? 'answers' : 'away';
}
