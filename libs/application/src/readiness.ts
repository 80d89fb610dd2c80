import type { Readiness } from '#libs/platform/http';
import type { Platform } from '#libs/platform/service';

/** Read models further behind than this make the service unready (decisions §11). */
const LAG_LIMIT_SECONDS = 10;

/** Ready when both stores answer and the read models are within their lag limit. */
export function serviceReadiness(platform: Platform): Readiness {
  const { eventStore, documents, projectionRunner } = platform;
  return {
    async check() {
      const [log, readModels] = await Promise.all([
        answers(() => eventStore.head()),
        answers(() => documents.pointer('readiness')),
      ]);
      const behind = projectionRunner
        .status()
        .filter((one) => one.state === 'stopped' || one.lagSeconds > LAG_LIMIT_SECONDS)
        .map(({ name, state, lagSeconds }) => ({ name, state, lagSeconds }));
      return {
        ready: log && readModels && behind.length === 0,
        details: { eventStore: word(log), documentStore: word(readModels), behind },
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
