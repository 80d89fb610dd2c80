import { createAuthenticator, type ReplayGuard } from '#libs/platform/identity';
import type { Authenticator } from '#libs/platform/http';
import type { Config } from '#libs/platform/runtime';
import { openPlatform, type Platform, type PlatformPorts } from '#libs/platform/service';
import { memberDirectories } from '#libs/contexts/members';
import { contexts } from './contexts.js';

/** What a process has started, to be ended in the opposite order. */
export class StartedParts {
  readonly #ends: (() => Promise<void>)[] = [];

  /** Says how to end a part that has just been started. */
  push(end: () => Promise<void>): void {
    this.#ends.push(end);
  }

  /** Ends every part; what has ended does not end again. */
  readonly stop = async (): Promise<void> => {
    for (const end of this.#ends.splice(0).reverse()) await end();
  };
}

/** Opens the platform and starts on it what `start` starts. Where that fails, what has been started ends. */
export async function startOnPlatform<T>(
  config: Config,
  ports: PlatformPorts,
  start: (platform: Platform, parts: StartedParts) => Promise<T>,
): Promise<T> {
  const platform = await openPlatform(config, contexts, ports);
  const parts = new StartedParts();
  parts.push(() => platform.close());
  try {
    return await start(platform, parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

/** Knows callers by the firms, API clients and members of the platform. */
export function authenticatorOn(platform: Platform, replays: ReplayGuard): Promise<Authenticator> {
  const { config, keys, clock } = platform;
  const { clients, members, firms } = memberDirectories(platform);
  return createAuthenticator({ config, keys, clock, clients, members, firms, replays });
}
