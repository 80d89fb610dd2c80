import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Registry } from 'prom-client';
import { createHttpApplication, stopGracefully } from '#libs/platform/http';
import { MemoryReplayGuard } from '#libs/platform/identity';
import { type Config, SystemClock } from '#libs/platform/runtime';
import {
  Background,
  openPlatform,
  openAll,
  PLATFORM,
  type Platform,
  type PlatformPorts,
} from '#libs/platform/service';
import { addDocumentation } from './documentation/documentation.js';
import { AppModule } from './app.module.js';
import { ClockWatch } from './clock-watch.js';
import {
  listenOn,
  openPatiently,
  authenticatorOn,
  isBehindProxy,
  loggedStop,
} from './process-start.js';
import { addConsumerMetrics, addProcessMetrics, addProjectionMetrics } from './platform-metrics.js';
import { serviceReadiness } from './readiness.js';
import { runsInOneProcess } from './service.js';

export interface RunningProjector {
  /** Port of `/health/live`, `/health/ready` and `/metrics`. */
  readonly port: number;
  readonly platform: Platform;
  readonly stop: () => Promise<void>;
}

/** Health and metrics need no modules. */
@Module({})
class HealthModule {}

/**
 * Starts the process that maintains read models and runs reactions beside API processes. Serves health checks on `projectorPort`.
 * @throws if a store is embedded, because the API then does this work itself
 */
export async function startProjector(
  config: Config,
  ports: PlatformPorts = {},
): Promise<RunningProjector> {
  if (runsInOneProcess(config)) {
    throw new Error(
      'The projector needs EVENTSTORE_URL and MONGODB_URL; with an embedded store, the API does its work.',
    );
  }
  const address = { ...config, port: config.projectorPort, variable: 'PROJECTOR_PORT' } as const;
  const { platform, health, stop } = await openPatiently(config, ports, address, (more) =>
    openAll(async (opening) => {
      const app = await NestFactory.createApplicationContext(
        AppModule.forRoot((features) => opening.keep(openPlatform(config, features, more))),
        { logger: false, abortOnError: false },
      );
      opening.atClose(() => app.close());
      const platform = app.get<Platform>(PLATFORM);
      const background = new Background(platform, app);
      opening.atClose(() => background.stop());
      await background.start();
      const watch = new ClockWatch(new SystemClock(), platform.logger);
      opening.atClose(() => watch.stop());
      const health = await healthOf(platform, background, watch);
      opening.atClose(() => stopGracefully(health));
      return { platform, health, stop: () => loggedStop(platform.logger, opening.close) };
    }),
  );
  try {
    const port = await listenOn(health, address);
    return { port, platform, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The application that serves health checks and metrics. */
async function healthOf(
  platform: Platform,
  background: Background,
  watch: ClockWatch,
): Promise<NestFastifyApplication> {
  const { clock, config, logger } = platform;
  const registry = new Registry();
  addProcessMetrics(registry, config, watch);
  addProjectionMetrics(registry, platform);
  addConsumerMetrics(registry, background);
  const { trustedProxies } = config;
  const health = await createHttpApplication(
    HealthModule,
    {
      logger,
      trustedProxies,
      behindProxy: isBehindProxy(config),
      registry,
    },
    async () => ({
      authenticator: await authenticatorOn(platform, new MemoryReplayGuard()),
      clock,
      readiness: serviceReadiness(platform),
    }),
  );
  addDocumentation(health, { title: 'Projector of the brokerage account service' });
  await health.init();
  return health;
}
