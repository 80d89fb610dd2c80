import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { memberDirectories } from '#libs/contexts/members';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { type Authenticator, isLoopbackHost, unavailable } from '#libs/platform/http';
import { createAuthenticator, type ReplayGuard } from '#libs/platform/identity';
import {
  type Config,
  type Logger,
  ConfigError,
  createLogger,
  shownConfig,
  VERSION,
} from '#libs/platform/runtime';
import type { Platform, PlatformPorts } from '#libs/platform/service';

/** Authenticates callers against the firms, API clients and members of the platform. */
export function authenticatorOn(platform: Platform, replays: ReplayGuard): Promise<Authenticator> {
  const { config, keys, clock } = platform;
  const { clients, logins, firms } = memberDirectories(platform);
  return createAuthenticator({ config, keys, clock, clients, logins, firms, replays });
}

/** Whether, by its configuration, requests reach the process through a proxy or a TLS terminator. */
export function isBehindProxy({ publicBaseUrl, trustedProxies }: Config): boolean {
  const isPublic = publicBaseUrl !== undefined && !isLoopbackHost(new URL(publicBaseUrl).hostname);
  return isPublic || trustedProxies.length > 0;
}

/** Stops a process and logs it. */
export async function loggedStop(logger: Logger, stop: () => Promise<void>): Promise<void> {
  logger.info('stopping');
  await stop();
  logger.info('stopped');
}

/** Where a process listens. */
export interface ListenAddress extends Pick<Config, 'host' | 'port'> {
  /** The environment variable that sets the port. */
  readonly variable: 'PORT' | 'PROJECTOR_PORT';
}

/**
 * Listens on an address.
 * @returns the actual port, which differs if 0 was requested
 * @throws ConfigError naming the setting at fault
 */
export async function listenOn(
  app: NestFastifyApplication,
  address: ListenAddress,
): Promise<number> {
  try {
    // Resolved to one address: for a name such as `localhost`, Fastify opens a server per address, and only tracks the first.
    const { address: host } = await lookup(address.host);
    // Not through Nest, which would log the failure before it is reported here.
    await app.getHttpAdapter().getInstance().listen({ port: address.port, host });
    return (app.getHttpServer().address() as AddressInfo).port;
  } catch (error) {
    throw asConfigError(error, address);
  }
}

/** An error of listening as one of the setting at fault; others as they are. */
export function asConfigError(error: unknown, { host, port, variable }: ListenAddress): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new ConfigError([`${variable} ${port} is in use on HOST ${host}`]);
  }
  if (code === 'EACCES') return new ConfigError([`${variable} ${port} requires more privileges`]);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConfigError([`HOST ${host} must be an address of this machine`]);
  }
  return error;
}

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
