import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Registry } from 'prom-client';
import { createHttpApplication, stopGracefully } from '#libs/platform/http';
import { createAuthenticator, MemoryReplayGuard } from '#libs/platform/identity';
import type { Config } from '#libs/platform/runtime';
import {
  Background,
  openPlatform,
  type Platform,
  type PlatformPorts,
  registerReactions,
} from '#libs/platform/service';
import { memberDirectories } from '#libs/contexts/members';
import { ApplicationModule } from './application.module.js';
import { contexts } from './contexts.js';
import { addProjectionMetrics, addReactionMetrics } from './platform-metrics.js';
import { serviceReadiness } from './readiness.js';

/** The projector while it runs. */
export interface RunningProjector {
  /** Port of `/health/live`, `/health/ready` and `/metrics`. */
  readonly port: number;
  readonly platform: Platform;
  readonly stop: () => Promise<void>;
}

/** Health and metrics need no routes of their own. */
@Module({})
class HealthModule {}

/**
 * Starts the process that keeps read models and runs reactions beside API processes. It answers for its health on
 * `projectorPort`.
 */
export async function startProjector(
  config: Config,
  ports: PlatformPorts = {},
): Promise<RunningProjector> {
  const platform = await openPlatform(config, contexts, ports);
  const running: (() => Promise<void>)[] = [() => platform.close()];
  const stop = async (): Promise<void> => {
    for (const end of running.splice(0).reverse()) await end();
  };
  try {
    const app = await NestFactory.createApplicationContext(ApplicationModule.forRoot(platform), {
      logger: false,
      abortOnError: false,
    });
    running.push(() => app.close());
    registerReactions(platform, app);
    const background = new Background(platform, app);
    await background.start();
    running.push(() => background.stop());
    const port = await answerForHealth(platform, background, running);
    return { port, platform, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answerForHealth(
  platform: Platform,
  background: Background,
  running: (() => Promise<void>)[],
): Promise<number> {
  const { clock, config, keys, logger } = platform;
  const registry = new Registry();
  addProjectionMetrics(registry, platform);
  addReactionMetrics(registry, background);
  const { clients, members, firms } = memberDirectories(platform);
  const authenticator = await createAuthenticator({
    config,
    keys,
    clock,
    clients,
    members,
    firms,
    replays: new MemoryReplayGuard(),
  });
  const { trustedProxies } = config;
  const health = await createHttpApplication(HealthModule, {
    authenticator,
    clock,
    logger,
    readiness: serviceReadiness(platform),
    trustedProxies,
    registry,
    api: { title: 'Projector of the brokerage account service' },
  });
  await health.init();
  await health.listen(config.projectorPort, config.host);
  running.push(() => stopGracefully(health));
  return Number(new URL(await health.getUrl()).port);
}
