import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { unavailable } from '#libs/platform/http';
import {
  type Config,
  ConfigError,
  createLogger,
  shownConfig,
  VERSION,
} from '#libs/platform/runtime';
import { openPlatform, type Platform, type PlatformPorts } from '#libs/platform/service';
import { contexts } from './contexts.js';

const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 10_000;
const RETRY_SECONDS = 5;

/** Where the process is looked for while its stores are away. */
interface WaitingPlace {
  readonly host: string;
  readonly port: number;
}

/**
 * Opens the platform once its stores answer. A server that is away is waited for, as it may start at the same time: each failure is
 * logged, and health says live, not ready, and why. Who refuses the process, and will do so for ever, is told at once.
 * @throws StoreUnavailableError where waiting does not help, such as a wrong password
 */
export async function openPlatformPatiently(
  config: Config,
  ports: PlatformPorts,
  place: WaitingPlace,
): Promise<Platform> {
  const logger = ports.logger ?? createLogger({ level: config.logLevel });
  logger.info({ version: VERSION, pid: process.pid, config: shownConfig(config) }, 'starting');
  let endHealth: (() => Promise<void>) | undefined;
  try {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)) {
      try {
        const platform = await openPlatform(config, contexts, { ...ports, logger });
        const { eventStore, documentStore } = shownConfig(config);
        logger.info({ eventStore, documentStore }, 'stores opened');
        return platform;
      } catch (error) {
        const isAway = error instanceof StoreUnavailableError && !error.permanent;
        if (config.embedded || !isAway) throw error;
        logger.warn({ reason: error.message, retryInMs: waitMs }, 'store away, start waits');
        endHealth ??= await answerAsStarting(place);
        await delay(waitMs);
      }
    }
  } finally {
    await endHealth?.();
  }
}

/**
 * Answers for a process that waits for its stores, where it will listen itself.
 * @returns what ends that
 * @throws ConfigError when something else listens there
 */
async function answerAsStarting({ host, port }: WaitingPlace): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('connection', 'close');
    if (request.url === '/health/live') {
      response.end(JSON.stringify({ status: 'live' }));
      return;
    }
    // Which store it is and why stands in the log: it names hosts and users.
    const { problems } = unavailable('The service waits for its stores.');
    const retryAfter = String(RETRY_SECONDS);
    response.writeHead(503, { 'retry-after': retryAfter }).end(JSON.stringify(problems));
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    throw new ConfigError([`port ${port} on HOST ${host} can not be used: ${code ?? name}`]);
  }
  return async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  };
}
