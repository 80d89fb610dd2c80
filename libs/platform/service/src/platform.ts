import {
  AggregateStore,
  DryRunEventStore,
  DryRunPersonalData,
  EventCodec,
  type EventRegistry,
  Reservations,
} from '#libs/platform/event-store';
import type { Clock, Ids } from '#libs/platform/kernel';
import { type Projection, ProjectionRunner, ReadModels } from '#libs/platform/read-models';
import {
  type Config,
  createLogger,
  derivedIds,
  type HostLookup,
  type Logger,
  type Mailer,
  openMailer,
  RandomIds,
  SystemClock,
  systemLookup,
  VERSION,
} from '#libs/platform/runtime';
import { startTracing } from '#libs/platform/tracing';
import type { ContextDefinition } from './context.js';
import { checkErasable, projectionsOf, registryOf } from './definitions.js';
import { skippedIn } from './skipped-events.js';
import { Erasures } from './erasure/erasures.js';
import { openStores, type Stores } from './open-stores.js';
import { FirmClocks } from './firm-clocks.js';
import { openTogether } from './open-together.js';

/** What commands are carried out with. */
interface WriteSide {
  readonly registry: EventRegistry;
  readonly codec: EventCodec;
  readonly aggregates: AggregateStore;
  readonly reservations: Reservations;
  /** Who has been erased; applied once already when the platform is open. */
  readonly erasures: Erasures;
}

/** What reads are answered from. */
interface ReadSide {
  /** All projections, those of the platform included. */
  readonly projections: readonly Projection[];
  readonly projectionRunner: ProjectionRunner;
  readonly readModels: ReadModels;
}

/** Everything below the contexts, opened and connected. */
export interface Platform extends Stores, WriteSide, ReadSide {
  readonly config: Config;
  readonly contexts: readonly ContextDefinition[];
  /** The time, and what time it is for sandboxes. */
  readonly clock: FirmClocks;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** Finds hosts that others have named, such as those of webhooks. */
  readonly hostLookup: HostLookup;
  /** Lets go of the stores; what runs on them has been stopped before. */
  close(): Promise<void>;
}

/** What tests replace. */
export interface PlatformPorts {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly hostLookup?: HostLookup;
}

/**
 * Opens the stores of a configuration and puts together what runs on them. Starts nothing.
 * @throws when a store can't be opened; what was opened before is closed again
 */
export function openPlatform(
  config: Config,
  contexts: readonly ContextDefinition[],
  ports: PlatformPorts = {},
): Promise<Platform> {
  const clock = new FirmClocks(ports.clock ?? new SystemClock());
  const ids = new RandomIds();
  const logger = ports.logger ?? createLogger({ level: config.logLevel });
  return openTogether(async ({ keep, close }) => {
    await keep(
      startTracing({
        endpoint: config.otlpEndpoint,
        version: VERSION,
        changed: (isTaken) =>
          isTaken ? logger.info('traces exported again') : logger.warn('traces not exported'),
      }),
    );
    const opened = await openStores(config, { ids, logger, keep });
    const stores = { ...opened, eventStore: new DryRunEventStore(opened.eventStore) };
    const mailer = await keep(openMailer(config, ids));
    const writeSide = writeSideOver(stores, contexts, { config, clock, ids }, () => {
      readSide.readModels.forgetPast();
    });
    const base = { config, contexts, clock, ids, logger };
    const readSide = readSideOver({ ...base, ...stores, ...writeSide });
    await writeSide.erasures.reapply();
    if (config.embedded) await clock.load(writeSide.aggregates);
    const hostLookup = ports.hostLookup ?? systemLookup;
    return { ...base, mailer, hostLookup, ...stores, ...writeSide, ...readSide, close };
  });
}

/** `forget` lets go of what reads of the past have in memory: it may be of somebody who is erased. */
function writeSideOver(
  { eventStore, keys, sealer }: Stores,
  contexts: readonly ContextDefinition[],
  { config, clock, ids }: Pick<Platform, 'config' | 'clock' | 'ids'>,
  forget: () => void,
): WriteSide {
  const registry = registryOf(contexts);
  const personalData = new DryRunPersonalData(sealer, (subjects) => sealer.check(subjects));
  const codec = new EventCodec(registry, personalData);
  const aggregates = new AggregateStore(
    { store: eventStore, codec, clock, ids, derivedIds },
    config.streamCacheMb * 1024 * 1024,
  );
  const reservations = new Reservations(aggregates, sealer.keyedHash.bind(sealer));
  const erasures = new Erasures({ eventStore, registry, keys, aggregates, forget });
  return { registry, codec, aggregates, reservations, erasures };
}

/** @throws for a projection that an erasure could not blank */
function readSideOver({
  config: { mongodbUrl, readPatienceSeconds },
  contexts,
  clock,
  logger,
  eventStore,
  documents,
  holder,
  sealer,
  registry,
  codec,
  erasures,
}: Pick<Platform, 'config' | 'contexts' | 'clock' | 'logger'> & Stores & WriteSide): ReadSide {
  const projections = projectionsOf(contexts, registry, sealer);
  checkErasable(projections, erasures);
  const skipped = skippedIn(eventStore, codec);
  const log = { eventStore, decode: codec.decode.bind(codec), skipped };
  const projectionRunner = new ProjectionRunner({
    ...log,
    documents,
    projections,
    erasures,
    clock,
    logger,
    holder,
    publishes: mongodbUrl !== undefined,
  });
  const patienceMs = readPatienceSeconds * 1_000;
  const readModels = new ReadModels(documents, projections, projectionRunner, log, patienceMs);
  return { projections, projectionRunner, readModels };
}
