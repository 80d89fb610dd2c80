import { createAuthenticator, type ReplayGuard } from '#libs/platform/identity';
import { type Authenticator, isLoopbackHost } from '#libs/platform/http';
import type { Config, Logger } from '#libs/platform/runtime';
import type { Platform } from '#libs/platform/service';
import { memberDirectories } from '#libs/contexts/members';

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
