import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import {
  AggregateStore,
  EventCodec,
  EventRegistry,
  Reservations,
} from '#libs/platform/event-store';
import { ReadModels } from '#libs/platform/read-models';
import { Sealer } from '#libs/platform/runtime';
import { Commands } from './commands.js';
import { LogMoments } from './log-moments.js';
import { ParkedEvents } from './parking/parked-events.js';
import type { Platform } from './platform.js';
import { ReactionRegistry } from './reaction-registry.js';

/** Injection tokens for values without a class. */
export const PLATFORM = Symbol('Platform');
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('Ids');
export const LOGGER = Symbol('Logger');
export const VAULT = Symbol('DocumentVault');
export const MAILER = Symbol('Mailer');
export const EVENT_STORE = Symbol('EventStore');
export const DOCUMENT_STORE = Symbol('DocumentStore');
export const PROGRESS_STORE = Symbol('ProgressStore');

/** Makes an open platform injectable everywhere, together with Nest's CQRS buses. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(platform: Platform): DynamicModule {
    const { aggregates, clock, config, ids } = platform;
    const values: [symbol | object, unknown][] = [
      [PLATFORM, platform],
      [CLOCK, platform.clock],
      [IDS, platform.ids],
      [LOGGER, platform.logger],
      [VAULT, platform.vault],
      [MAILER, platform.mailer],
      [EVENT_STORE, platform.eventStore],
      [DOCUMENT_STORE, platform.documents],
      [PROGRESS_STORE, platform.progress],
      [AggregateStore, platform.aggregates],
      [EventCodec, platform.codec],
      [EventRegistry, platform.registry],
      [Reservations, platform.reservations],
      [ReadModels, platform.readModels],
      [LogMoments, new LogMoments(platform.eventStore, platform.readModels)],
      [ParkedEvents, new ParkedEvents(aggregates, clock, ids, config.parkAfterAttempts)],
      [Sealer, platform.sealer],
      [ReactionRegistry, new ReactionRegistry(platform.logger)],
    ];
    const providers: Provider[] = [
      ...values.map(([provide, useValue]) => ({ provide, useValue }) as Provider),
      Commands,
    ];
    return {
      module: PlatformModule,
      imports: [CqrsModule.forRoot(), DiscoveryModule],
      providers,
      exports: [...providers, CqrsModule, DiscoveryModule],
    };
  }
}
