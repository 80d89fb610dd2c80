import { type DynamicModule, Module } from '@nestjs/common';
import { createAuthenticator, type ReplayGuard } from '#libs/platform/identity';
import { type Authenticator, isLoopbackHost } from '#libs/platform/http';
import type { Config, Logger } from '#libs/platform/runtime';
import { type Platform, PlatformModule } from '#libs/platform/service';
import { memberDirectories } from '#libs/contexts/members';

/** The root module: the platform and one module for each context. */
@Module({})
export class ApplicationModule {
  static forRoot(platform: Platform): DynamicModule {
    return {
      module: ApplicationModule,
      imports: [
        PlatformModule.forRoot(platform),
        ...platform.contexts.map((context) => context.module),
      ],
    };
  }
}

/** Knows callers by the firms, API clients and members of the platform. */
export function authenticatorOn(platform: Platform, replays: ReplayGuard): Promise<Authenticator> {
  const { config, keys, clock } = platform;
  const { clients, members, firms } = memberDirectories(platform);
  return createAuthenticator({ config, keys, clock, clients, members, firms, replays });
}

/** Whether the configuration says that callers come through something else, such as a proxy or what ends TLS. */
export function isBehindProxy({ publicBaseUrl, trustedProxies }: Config): boolean {
  const isPublic = publicBaseUrl !== undefined && !isLoopbackHost(new URL(publicBaseUrl).hostname);
  return isPublic || trustedProxies.length > 0;
}

/** Stops a process, and says so. */
export async function loggedStop(logger: Logger, stop: () => Promise<void>): Promise<void> {
  logger.info('stopping');
  await stop();
  logger.info('stopped');
}
