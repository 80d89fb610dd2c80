import type { Readiness } from '#libs/platform/http';
import type { Platform } from '#libs/platform/service';

/** Read models further behind than this make the service unready (decisions §11). */
const LAG_LIMIT_SECONDS = 10;

/** Ready when both stores answer and the read models are within their lag limit, whichever process keeps them. */
export function serviceReadiness(platform: Platform): Readiness {
  const { eventStore, documents, projectionRunner } = platform;
  return {
    async check() {
      const [log, readModels] = await Promise.all([
        answers(() => eventStore.head()),
        answers(() => documents.pointer('readiness')),
      ]);
      const projections = log && readModels ? await projectionRunner.observe() : [];
      const behind = projections
        .filter((one) => one.state === 'stopped' || one.lagSeconds > LAG_LIMIT_SECONDS)
        .map(({ name, state, lagSeconds }) => ({ name, state, lagSeconds }));
      const lagSeconds = Math.max(0, ...projections.map((one) => one.lagSeconds));
      return {
        ready: log && readModels && behind.length === 0,
        details: { eventStore: word(log), documentStore: word(readModels), lagSeconds, behind },
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
