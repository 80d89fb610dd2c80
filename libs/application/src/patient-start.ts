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
import {
  type Feature,
  openPlatform,
  type Platform,
  type PlatformPorts,
} from '#libs/platform/service';

const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 10_000;
const RETRY_SECONDS = 5;

/** Where the process will listen. */
type Address = Pick<Config, 'host' | 'port'>;

/**
 * Opens the platform once its stores respond. A server that is unavailable may still be starting, so it is retried: each failure is logged,
 * and health checks report live but not ready. A permanent failure is thrown at once.
 * @throws StoreUnavailableError if waiting can't help, such as for a wrong password
 */
export async function openPlatformPatiently(
  config: Config,
  features: readonly Feature[],
  ports: PlatformPorts,
  address: Address,
): Promise<Platform> {
  const logger = ports.logger ?? createLogger({ level: config.logLevel });
  logger.info({ version: VERSION, pid: process.pid, config: shownConfig(config) }, 'starting');
  let endHealth: (() => Promise<void>) | undefined;
  try {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)) {
      try {
        const platform = await openPlatform(config, features, { ...ports, logger });
        const { eventStore, documentStore } = shownConfig(config);
        logger.info({ eventStore, documentStore }, 'stores opened');
        return platform;
      } catch (error) {
        const isTransient = error instanceof StoreUnavailableError && !error.permanent;
        if (config.embedded || !isTransient) throw error;
        const details = { reason: error.message, retryInMs: waitMs };
        logger.warn(details, 'store unavailable, waiting to start');
        endHealth ??= await respondAsStarting(address);
        await delay(waitMs);
      }
    }
  } finally {
    await endHealth?.();
  }
}

/**
 * Serves health checks while the process waits for its stores.
 * @returns a function that stops serving
 * @throws ConfigError if the port is in use
 */
async function respondAsStarting({ host, port }: Address): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('connection', 'close');
    if (request.url === '/health/live') {
      response.end(JSON.stringify({ status: 'live' }));
      return;
    }
    // The store and the cause are in the log only: they name hosts and users.
    const { problems } = unavailable('The service waits for its stores.');
    const retryAfter = String(RETRY_SECONDS);
    response.writeHead(503, { 'retry-after': retryAfter }).end(JSON.stringify(problems));
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    throw new ConfigError([`port ${port} on HOST ${host} can't be used: ${code ?? name}`]);
  }
  return async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  };
}
