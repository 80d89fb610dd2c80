import {
  type Abstract,
  type DynamicModule,
  Module,
  type Provider,
  type Type,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, ModulesContainer } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import {
  AggregateStore,
  EventCodec,
  EventRegistry,
  Reservations,
} from '#libs/platform/event-store';
import type { Clock } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { type Logger, Sealer } from '#libs/platform/runtime';
import { CommandRunner, DirectCommandHandler } from './command-runner.js';
import { discovered, Reacts } from './discovered.js';
import type { Feature } from './definitions.js';
import { LogMoments } from './log-moments.js';
import { ParkedEvents } from './parking/parked-events.js';
import type { Platform } from './platform.js';
import { ReactionRegistry } from './reaction.js';

/** Injection tokens for values without a class. */
export const PLATFORM = Symbol('Platform');
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('Ids');
export const LOGGER = Symbol('Logger');
export const VAULT = Symbol('DocumentVault');
export const EVENT_STORE = Symbol('EventStore');
export const DOCUMENT_STORE = Symbol('DocumentStore');
export const PROGRESS_STORE = Symbol('ProgressStore');

const FEATURE = Symbol('Feature');
const FEATURES = Symbol('Features');

/** What is injectable everywhere, taken from the open platform. */
const PARTS: readonly (readonly [
  symbol | Type | Abstract<unknown>,
  (platform: Platform) => unknown,
])[] = [
  [CLOCK, ({ clock }) => clock],
  [IDS, ({ ids }) => ids],
  [LOGGER, ({ logger }) => logger],
  [VAULT, ({ vault }) => vault],
  [EVENT_STORE, ({ eventStore }) => eventStore],
  [DOCUMENT_STORE, ({ documents }) => documents],
  [PROGRESS_STORE, ({ progress }) => progress],
  [AggregateStore, ({ aggregates }) => aggregates],
  [EventCodec, ({ codec }) => codec],
  [EventRegistry, ({ registry }) => registry],
  [Reservations, ({ reservations }) => reservations],
  [ReadModels, ({ readModels }) => readModels],
  [Sealer, ({ sealer }) => sealer],
  [LogMoments, ({ eventStore, readModels }) => new LogMoments(eventStore, readModels)],
  [
    ParkedEvents,
    ({ aggregates, clock, ids, config }) =>
      new ParkedEvents(aggregates, clock, ids, config.parkAfterAttempts),
  ],
];

/** The log and the read models of an application: `forRoot` once, `forFeature` in each module with events or documents. */
@Module({})
export class EventSourcingModule {
  /**
   * Makes the open platform injectable everywhere, together with Nest's CQRS buses.
   * @param open opens it for the features of all modules; the caller closes it
   */
  static forRoot(open: (features: readonly Feature[]) => Promise<Platform>): DynamicModule {
    const providers: Provider[] = [
      { provide: FEATURES, inject: [ModulesContainer], useFactory: featuresIn },
      { provide: PLATFORM, inject: [FEATURES], useFactory: open },
      ...PARTS.map(([provide, useFactory]) => ({ provide, inject: [PLATFORM], useFactory })),
      {
        provide: ReactionRegistry,
        inject: [LOGGER, DiscoveryService],
        useFactory: (logger: Logger, discovery: DiscoveryService) =>
          new ReactionRegistry(logger, () => discovered(discovery, Reacts)),
      },
      CommandRunner,
      DirectCommandHandler,
    ];
    return {
      module: EventSourcingModule,
      global: true,
      imports: [CqrsModule.forRoot(), DiscoveryModule],
      providers,
      exports: [...providers, CqrsModule, DiscoveryModule],
    };
  }

  /** Registers the events and projections of a feature, and its clocks. Their type parameters are erased here, in one place. */
  static forFeature(feature: {
    readonly events: readonly unknown[];
    readonly projections?: readonly unknown[];
    readonly clock?: (base: Clock) => Clock;
  }): DynamicModule {
    const useValue = { projections: [], ...feature } as Feature;
    return { module: EventSourcingModule, providers: [{ provide: FEATURE, useValue }] };
  }
}

function featuresIn(modules: ModulesContainer): readonly Feature[] {
  return [...modules.values()].flatMap(({ providers }) => {
    const found = providers.get(FEATURE);
    return found ? [found.instance as Feature] : [];
  });
}

/** The features of a module and of what it imports, without an application: for a program that only reads the stores. */
export function featuresOf(module: Type): readonly Feature[] {
  const features = new Set<Feature>();
  const seen = new Set<unknown>();
  const walk = (imported: Type | DynamicModule): void => {
    if (seen.has(imported)) return;
    seen.add(imported);
    if (typeof imported === 'function') {
      for (const next of (Reflect.getMetadata('imports', imported) ?? []) as Type[]) walk(next);
      return;
    }
    for (const provider of imported.providers ?? []) {
      if ('provide' in provider && provider.provide === FEATURE && 'useValue' in provider) {
        features.add(provider.useValue as Feature);
      }
    }
  };
  walk(module);
  return [...features];
}
