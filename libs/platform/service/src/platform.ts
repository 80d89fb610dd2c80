import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  AggregateStore,
  EventCodec,
  EventRegistry,
  type EventStore,
  openEventStore,
  reservationEvents,
  Reservations,
} from '#libs/platform/event-store';
import type { Clock, Ids } from '#libs/platform/kernel';
import {
  type DocumentStore,
  holdsPersonalData,
  type Projection,
  ProjectionRunner,
  ReadModels,
  removeLeftRefolds,
} from '#libs/platform/read-models';
import {
  type Config,
  createLogger,
  derivedIds,
  deriveUuid,
  type DocumentVault,
  type HostLookup,
  loadMasterKeys,
  type Logger,
  type Mailer,
  openDocumentVault,
  openKeyStore,
  openMailer,
  prepareDataDirectory,
  RandomIds,
  Sealer,
  SystemClock,
  systemLookup,
  type WrappedKeyStore,
} from '#libs/platform/runtime';
import type { ContextDefinition } from './context.js';
import { erasureEvents } from './erasure/erasure.js';
import { erasureScopeEvents } from './erasure/erasure-scope.js';
import { Erasures } from './erasure/erasures.js';
import { sealedStreamsOver } from './erasure/sealed-streams.js';
import { idempotencyEvents } from './idempotency.js';
import { earlySealedSubject } from './sealed-subject.js';
import { openDerivedStores } from './open-stores.js';
import { pendingReservations } from './reservation-sweeper.js';
import { timelineOver } from './timeline.js';

/** Everything below the contexts, opened and connected. */
export interface Platform {
  readonly config: Config;
  readonly contexts: readonly ContextDefinition[];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly keys: WrappedKeyStore;
  readonly sealer: Sealer;
  readonly vault: DocumentVault;
  readonly mailer: Mailer;
  /** Finds hosts that others have named, such as those of webhooks. */
  readonly hostLookup: HostLookup;
  readonly eventStore: EventStore;
  readonly registry: EventRegistry;
  readonly codec: EventCodec;
  readonly aggregates: AggregateStore;
  readonly reservations: Reservations;
  /** Who has been erased; applied once already when the platform is open. */
  readonly erasures: Erasures;
  readonly documents: DocumentStore;
  /** How far reactions have come: beside the log, so that dropping the read models runs none of them again. */
  readonly progress: DocumentStore;
  /** Name of this process where one of several has to be alone with something. */
  readonly holder: string;
  /** All projections, those of the platform included. */
  readonly projections: readonly Projection[];
  readonly projectionRunner: ProjectionRunner;
  readonly readModels: ReadModels;
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
export async function openPlatform(
  config: Config,
  contexts: readonly ContextDefinition[],
  ports: PlatformPorts = {},
): Promise<Platform> {
  const clock = ports.clock ?? new SystemClock();
  const ids = new RandomIds();
  const logger = ports.logger ?? createLogger({ level: config.logLevel });
  const opened: { close(): Promise<void> }[] = [];
  const keep = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const part = await opening;
    opened.unshift(part);
    return part;
  };
  const close = async (): Promise<void> => {
    for (const part of opened.splice(0)) await part.close();
  };

  try {
    const { dataDir, eventStoreUrl, mongodbUrl } = config;
    await prepareDataDirectory(config);
    const masterKeys = await loadMasterKeys(config);
    const eventStore = await keep(
      openEventStore({
        directory: join(dataDir, 'events'),
        ...(eventStoreUrl !== undefined && { url: eventStoreUrl }),
      }),
    );
    // before anything is stored beside keys that may have to be restored
    const knows = await earlySealedSubject(eventStore);
    const keys = await keep(openKeyStore(config, masterKeys, { logger, knows }));
    const sealer = await Sealer.over(keys);
    // the event store's lock keeps a second process out before the vault is tidied
    const vault = await keep(openDocumentVault(config, keys, sealer));
    await removeLeftRefolds(dataDir);
    // embedded stores have one process: the lease of one that was killed is its successor's at once
    const holder =
      mongodbUrl === undefined ? 'embedded' : `${hostname()}/${process.pid}/${ids.uuid()}`;
    const stores = { eventStore, holder, logger, keep };
    const { documents, progress } = await openDerivedStores(config, stores);

    const mailer = await keep(Promise.resolve(openMailer(config)));

    const registry = registryOf(contexts);
    const codec = new EventCodec(registry, sealer);
    const aggregates = new AggregateStore({
      store: eventStore,
      codec,
      clock,
      derivedIds,
      eventId: (commandId, stream, revision) => deriveUuid(commandId, `${stream}/${revision}`),
    });
    const erasures = new Erasures({
      eventStore,
      registry,
      keys,
      aggregates,
      forget: () => {
        readModels.forgetPast();
      },
    });
    const projections = projectionsOf(contexts, registry);
    checkErasable(projections, erasures);
    const projectionRunner = new ProjectionRunner({
      eventStore,
      documents,
      projections,
      decode: (events) => codec.decode(events),
      erasures,
      clock,
      logger,
      holder,
      publishes: mongodbUrl !== undefined,
    });
    const readModels = new ReadModels(
      documents,
      projections,
      projectionRunner,
      { eventStore, decode: (events) => codec.decode(events) },
      config.readPatienceSeconds * 1_000,
    );
    await erasures.reapply();
    return {
      config,
      contexts,
      clock,
      ids,
      logger,
      keys,
      sealer,
      vault,
      mailer,
      hostLookup: ports.hostLookup ?? systemLookup,
      eventStore,
      registry,
      codec,
      aggregates,
      reservations: new Reservations(aggregates, (namespace, value) =>
        sealer.keyedHash(namespace, value),
      ),
      erasures,
      documents,
      progress,
      holder,
      projections,
      projectionRunner,
      readModels,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Every event, those of the platform included. */
export function registryOf(contexts: readonly ContextDefinition[]): EventRegistry {
  return new EventRegistry([
    reservationEvents as never,
    idempotencyEvents as never,
    erasureEvents as never,
    erasureScopeEvents as never,
    ...contexts.flatMap((context) => context.events),
  ]);
}

/** Every projection, those of the platform included. */
export function projectionsOf(
  contexts: readonly ContextDefinition[],
  registry: EventRegistry,
): readonly Projection[] {
  const ofContexts = [
    pendingReservations as unknown as Projection,
    ...contexts.flatMap((context) => context.projections),
  ];
  return [...ofContexts, timelineOver(ofContexts), sealedStreamsOver(registry)];
}

/** @throws for a projection whose documents could not be folded anew when a person is erased */
function checkErasable(projections: readonly Projection[], erasures: Erasures): void {
  for (const projection of projections) {
    if (projection.history !== undefined || !holdsPersonalData(projection, erasures)) continue;
    throw new Error(
      `${projection.name} wants personal data: it needs \`history\`, or \`impersonal\``,
    );
  }
}
