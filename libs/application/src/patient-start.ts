import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { unavailable } from '#libs/platform/http';
import { type Config, createLogger, shownConfig, VERSION } from '#libs/platform/runtime';
import type { PlatformPorts } from '#libs/platform/service';
import { asConfigError, type ListenAddress } from './listening.js';

const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 10_000;
const RETRY_SECONDS = 5;

/**
 * Opens what needs the stores once they respond. Health checks report live but not ready from the first moment, so that nothing is
 * created where the address is taken. A server that is unavailable may still be starting, so everything is tried again: each failure is
 * logged. A permanent failure is thrown at once.
 * @param address where health checks are served meanwhile
 * @param open opens everything or, if it throws, leaves nothing open
 * @throws ConfigError if the address can't be used
 * @throws StoreUnavailableError if waiting can't help, such as for a wrong password
 */
export async function openPatiently<T>(
  config: Config,
  ports: PlatformPorts,
  address: ListenAddress,
  open: (ports: PlatformPorts) => Promise<T>,
): Promise<T> {
  const logger = ports.logger ?? createLogger({ level: config.logLevel });
  logger.info({ version: VERSION, pid: process.pid, config: shownConfig(config) }, 'starting');
  const endHealth = await respondAsStarting(address);
  try {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)) {
      try {
        return await open({ ...ports, logger });
      } catch (error) {
        const isTransient = error instanceof StoreUnavailableError && !error.permanent;
        if (config.embedded || !isTransient) throw error;
        const details = { reason: error.message, retryInMs: waitMs };
        logger.warn(details, 'store unavailable, waiting to start');
        await delay(waitMs);
      }
    }
  } finally {
    await endHealth();
  }
}

/**
 * Serves health checks while the process waits for its stores.
 * @returns a function that stops serving
 * @throws ConfigError if the port is in use
 */
async function respondAsStarting(address: ListenAddress): Promise<() => Promise<void>> {
  const { host, port } = address;
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
    throw asConfigError(error, address);
  }
  return async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  };
}
