import {
  AggregateStore,
  DryRunEventStore,
  DryRunPersonalData,
  EventCodec,
  type EventRegistry,
  Reservations,
} from '#libs/platform/event-store';
import type { Clock, Ids } from '#libs/platform/kernel';
import {
  LIMITS_OF_ONE_PROCESS,
  type Projection,
  ProjectionRunner,
  ReadModels,
} from '#libs/platform/read-models';
import {
  type Config,
  createLogger,
  derivedIds,
  type HostLookup,
  type Logger,
  RandomIds,
  SystemClock,
  systemLookup,
  VERSION,
} from '#libs/platform/runtime';
import { startTracing } from '#libs/platform/tracing';
import { type Feature, checkErasable, projectionsOf, registryOf } from './definitions.js';
import { foldedLog } from './reading-platform.js';
import { Erasures } from './erasure/erasures.js';
import { openStores, type Stores, type Keep, openAll } from './open-stores.js';

/** Everything below the features, opened and wired together. */
export interface Platform extends Stores {
  readonly config: Config;
  /** System time and the business clocks of sandboxes. */
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  /** Resolves host names given by others, such as those of webhooks. */
  readonly hostLookup: HostLookup;
  readonly registry: EventRegistry;
  readonly codec: EventCodec;
  readonly aggregates: AggregateStore;
  readonly reservations: Reservations;
  /** Already reapplied once when the platform is open. */
  readonly erasures: Erasures;
  /** All projections, including the platform's. */
  readonly projections: readonly Projection[];
  readonly projectionRunner: ProjectionRunner;
  readonly readModels: ReadModels;
  /** Closes what a feature opens together with the stores, before them. */
  readonly keep: Keep;
  /** Closes the stores; everything that uses them must have stopped. */
  close(): Promise<void>;
}

/** Ports that tests replace. */
export interface PlatformPorts {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly hostLookup?: HostLookup;
}

/**
 * Opens the stores and wires up the platform on them; starts nothing.
 * @throws if a store can't be opened; those opened before are closed again
 */
export function openPlatform(
  config: Config,
  features: readonly Feature[],
  ports: PlatformPorts = {},
): Promise<Platform> {
  const system = ports.clock ?? new SystemClock();
  const clock = features.find((feature) => feature.clock)?.clock?.(system) ?? system;
  const ids = new RandomIds();
  const logger = ports.logger ?? createLogger({ level: config.logLevel });
  return openAll(async ({ keep, close }) => {
    await keep(
      startTracing({
        endpoint: config.otlpEndpoint,
        version: VERSION,
        instanceId: ids.uuid(),
        changed: (isTaken) =>
          isTaken ? logger.info('traces exported again') : logger.warn('traces not exported'),
      }),
    );
    const opened = await openStores(config, { ids, logger, keep });
    const eventStore = new DryRunEventStore(opened.eventStore);
    const { documents, holder, keys, sealer } = opened;

    const registry = registryOf(features);
    const personalData = new DryRunPersonalData(sealer, (subjects) => sealer.check(subjects));
    const codec = new EventCodec(registry, personalData);
    const aggregates = new AggregateStore(
      { store: eventStore, codec, clock, ids, derivedIds },
      config.streamCacheMb * 1024 * 1024,
    );
    const reservations = new Reservations(aggregates, sealer.keyedHash.bind(sealer));
    // as-of reads may have cached data of an erased person
    const forget = (): void => readModels.forgetPast();
    const erasures = new Erasures({ eventStore, registry, keys, aggregates, forget });

    const projections = projectionsOf(features, registry, sealer);
    checkErasable(projections, erasures);
    const log = foldedLog(eventStore, codec);
    const isShared = config.mongodbUrl !== undefined;
    const servesAlone = !isShared || config.eventStoreUrl === undefined;
    const projectionRunner = new ProjectionRunner({
      ...{ ...log, documents, projections, erasures, clock, logger, holder },
      publishes: isShared,
      // unless both stores are servers there is one process
      ...(servesAlone && { limits: LIMITS_OF_ONE_PROCESS }),
    });
    const patienceMs = config.readPatienceSeconds * 1_000;
    const readModels = new ReadModels(documents, projections, projectionRunner, log, patienceMs);

    await erasures.reapply();
    return {
      ...{ ...opened, eventStore, config, clock, ids, logger, keep, close },
      hostLookup: ports.hostLookup ?? systemLookup,
      ...{ registry, codec, aggregates, reservations, erasures },
      ...{ projections, projectionRunner, readModels },
    };
  });
}
