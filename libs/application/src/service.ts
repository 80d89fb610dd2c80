import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Registry } from 'prom-client';
import {
  ConsistencyTracker,
  createHttpApplication,
  type HttpOptions,
  type HttpServices,
  stopGracefully,
} from '#libs/platform/http';
import { openReplayGuard, type ReplayGuard } from '#libs/platform/identity';
import { timestampOf } from '#libs/platform/kernel';
import {
  type Config,
  createLogger,
  listeningUrl,
  type Logger,
  shownConfig,
  SystemClock,
} from '#libs/platform/runtime';
import {
  Background,
  CommandRunner,
  LogIdempotencyLedger,
  LogMoments,
  openPlatform,
  openAll,
  PLATFORM,
  type Platform,
  type PlatformPorts,
} from '#libs/platform/service';
import { DailyRootSigner, DryRunReports, SensitiveReadLedger } from '#libs/contexts/audit';
import { memberDirectories } from '#libs/contexts/members';
import { RequestJournal } from '#libs/contexts/requests';
import { SandboxRequests } from '#libs/contexts/sandbox';
import { addDocumentation } from './documentation/documentation.js';
import { AppModule } from './app.module.js';
import { ClockWatch } from './clock-watch.js';
import { ensureDemonstration } from './demonstration.js';
import {
  listenOn,
  openPatiently,
  authenticatorOn,
  isBehindProxy,
  loggedStop,
} from './process-start.js';
import { addConsumerMetrics, addProcessMetrics, addServiceMetrics } from './platform-metrics.js';
import { serviceReadiness } from './readiness.js';

/** What a request may wait for stores, in addition to the wait of a read for its data. */
const STORE_PATIENCE_SECONDS = 15;

/** The service without a port: requests go through `app.inject`. */
export interface OpenedService {
  readonly platform: Platform;
  readonly app: NestFastifyApplication;
  /** Absent if a separate projector does the background work. */
  readonly background: Background | undefined;
  /** Completes requests in flight, stops background work, closes the stores. */
  readonly stop: () => Promise<void>;
}

export interface RunningService extends OpenedService {
  /** The URL it listens on: scheme and authority. */
  readonly url: string;
}

/** Whether one process does everything, because an embedded store has a single writer. */
export function runsInOneProcess(config: Pick<Config, 'eventStoreUrl' | 'mongodbUrl'>): boolean {
  return config.eventStoreUrl === undefined || config.mongodbUrl === undefined;
}

/**
 * Opens the REST service without listening. With an embedded store it also maintains the read models and runs reactions.
 * @param isStarted whether it may report itself ready
 */
export function openService(
  config: Config,
  ports: PlatformPorts = {},
  isStarted = (): boolean => true,
): Promise<OpenedService> {
  return openAll(async (opening) => {
    const logger = ports.logger ?? createLogger({ level: config.logLevel });
    const registry = new Registry();
    const watch = new ClockWatch(new SystemClock(), logger);
    opening.atClose(() => watch.stop());
    addProcessMetrics(registry, config, watch);
    const app = await createHttpApplication(
      AppModule.forRoot((features) =>
        opening.keep(openPlatform(config, features, { ...ports, logger })),
      ),
      httpOptions(config, logger, registry),
      async (built) => {
        const { clock } = built.get<Platform>(PLATFORM);
        const replays = await opening.keep(openReplayGuard(config, { clock, logger }));
        return httpServices(built, replays, isStarted);
      },
    );
    addDocumentation(app, { publicBaseUrl: config.publicBaseUrl });
    await app.init();
    const platform = app.get<Platform>(PLATFORM);
    const { eventStore, documentStore } = shownConfig(config);
    logger.info({ eventStore, documentStore }, 'stores opened');
    const signer = app.get(DailyRootSigner, { strict: false });
    addServiceMetrics(registry, platform, app.get(CommandRunner), signer);
    const background = runsInOneProcess(config) ? new Background(platform, app) : undefined;
    if (background) {
      addConsumerMetrics(registry, background);
      opening.atClose(() => background.stop());
      await background.start();
    } else {
      await platform.projectionRunner.watch();
      opening.atClose(() => platform.projectionRunner.stop());
    }
    for (const followers of [platform.erasures, memberDirectories(platform)]) {
      followers.follow();
      opening.atClose(() => followers.stop());
    }
    opening.atClose(() => stopGracefully(app));
    return { platform, app, background, stop: () => loggedStop(platform.logger, opening.close) };
  });
}

/** Starts the REST service once its stores respond. In the embedded default it also ensures that the demonstration firm exists. */
export async function startService(
  config: Config,
  ports: PlatformPorts = {},
): Promise<RunningService> {
  let started = false;
  const address = { ...config, variable: 'PORT' } as const;
  const opened = await openPatiently(config, ports, address, (more) =>
    openService(config, more, () => started),
  );
  const { platform, app, stop } = opened;
  try {
    const url = listeningUrl(config, await listenOn(app, address));
    if (config.embedded) await ensureDemonstration(platform, app, config.publicBaseUrl ?? url);
    started = true;
    return { ...opened, url };
  } catch (error) {
    await stop();
    throw error;
  }
}

function httpOptions(config: Config, logger: Logger, registry: Registry): HttpOptions {
  const { publicBaseUrl, rateLimitPerSecond, trustedProxies } = config;
  const { readPatienceSeconds, stalledReaderSeconds } = config;
  const keysPerSecond = config.idempotencyKeysPerSecond;
  return {
    logger,
    registry,
    trustedProxies,
    behindProxy: isBehindProxy(config),
    outgoing: { patienceMs: stalledReaderSeconds * 1_000 },
    patienceMs: (readPatienceSeconds + STORE_PATIENCE_SECONDS) * 1_000,
    ...(publicBaseUrl !== undefined && { publicBaseUrl }),
    ...(rateLimitPerSecond !== undefined && { rateLimit: { perSecond: rateLimitPerSecond } }),
    // the burst allows for a pause of ten seconds
    keyLimit: { perSecond: keysPerSecond, burst: 10 * keysPerSecond },
  };
}

async function httpServices(
  app: NestFastifyApplication,
  replays: ReplayGuard,
  isStarted: () => boolean,
): Promise<HttpServices> {
  const platform = app.get<Platform>(PLATFORM);
  const { aggregates, clock, config, eventStore, sealer } = platform;
  const aloneSince = config.eventStoreUrl === undefined ? timestampOf(clock.now()) : undefined;
  const keyedHash = sealer.keyedHash.bind(sealer);
  // reads after a restart must include everything acknowledged before it
  const tracker = new ConsistencyTracker(await eventStore.head());
  app.get(CommandRunner).onWritten((position) => tracker.note(position));
  return {
    authenticator: await authenticatorOn(platform, replays),
    clock,
    ledger: new LogIdempotencyLedger(aggregates, clock, keyedHash, aloneSince),
    requestLog: app.get(RequestJournal, { strict: false }),
    disclosures: app.get(SensitiveReadLedger, { strict: false }),
    dryRuns: app.get(DryRunReports, { strict: false }),
    moments: app.get(LogMoments),
    sandboxes: app.get(SandboxRequests, { strict: false }),
    readiness: serviceReadiness(platform, isStarted),
    tracker,
  };
}
