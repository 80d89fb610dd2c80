import { createAuthenticator, type ReplayGuard } from '#libs/platform/identity';
import type { Authenticator } from '#libs/platform/http';
import type { Config } from '#libs/platform/runtime';
import {
  type Opening,
  openPlatform,
  openTogether,
  type Platform,
  type PlatformPorts,
} from '#libs/platform/service';
import { memberDirectories } from '#libs/contexts/members';
import { contexts } from './contexts.js';

/** Opens the platform and starts on it what `start` starts. Where that fails, what has been started ends. */
export function startOnPlatform<T>(
  config: Config,
  ports: PlatformPorts,
  start: (platform: Platform, opening: Opening) => Promise<T>,
): Promise<T> {
  return openTogether(async (opening) =>
    start(await opening.keep(openPlatform(config, contexts, ports)), opening),
  );
}

/** Knows callers by the firms, API clients and members of the platform. */
export function authenticatorOn(platform: Platform, replays: ReplayGuard): Promise<Authenticator> {
  const { config, keys, clock } = platform;
  const { clients, members, firms } = memberDirectories(platform);
  return createAuthenticator({ config, keys, clock, clients, members, firms, replays });
}
