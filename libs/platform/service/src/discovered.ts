import { DiscoveryService } from '@nestjs/core';
import type { EveryMinute } from './every-minute.js';
import type { Reaction } from './reaction.js';
import type { ReservationOwner } from './reservation-sweeper.js';

/** Progress of a consumer of the log. */
export interface ConsumerStatus {
  readonly name: string;
  /** Every event up to here has been handled or does not concern the consumer. */
  readonly position: bigint;
  /** Number of events parked after repeated failures. */
  readonly parked: number;
  /** Kind of the error being retried. */
  readonly lastError?: string;
}

/** Background work of a context that follows the log and is more than a reaction. It stores what it needs to resume after a crash. */
export interface BackgroundProcess {
  /** Works until the signal is aborted, then finishes what is under way. Failures are retried and reported in `status`. */
  run(signal: AbortSignal): Promise<void>;
  /** Returns undefined while it does not run in this process. */
  status(): ConsumerStatus | undefined;
  /** Additional gauges for `/metrics`. */
  readonly gauges?: readonly ProcessGauge[];
}

export interface ProcessGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Called on each scrape; returns none while the process does not run here. */
  readonly samples: () => Promise<readonly GaugeSample[]>;
}

export interface GaugeSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Recurring background work that runs in one process at a time. */
export interface BackgroundTask {
  /** `<context>.<what-it-does>`. */
  readonly name: string;
  /**
   * Does one round of work. Once the signal is aborted, it ends early at a point where another round can resume.
   * @returns milliseconds until the next round; 0 if there is more to do
   * @throws if the work can't be done now; it is retried with exponential backoff
   */
  round(signal: AbortSignal): Promise<number>;
}

/** Class decorator of providers that implement `T`, so that they are found whatever module they are in. It stands alone, like `@CommandHandler()`. */
export interface Discoverable<T> {
  (): ClassDecorator;
  readonly KEY: string;
  /** Never there: it only ties the decorator to its type. */
  readonly of?: T;
}

/** What must happen elsewhere because of an event. */
export const Reacts: Discoverable<Reaction> = DiscoveryService.createDecorator();

/** Consumers of the log, in one process at a time. */
export const FollowsLog: Discoverable<BackgroundProcess> = DiscoveryService.createDecorator();

/** Recurring work, in one process at a time. */
export const RepeatsTask: Discoverable<BackgroundTask> = DiscoveryService.createDecorator();

/** Work that is due by a firm's clock: it also runs when a sandbox moves its clock. */
export const DueByFirmClock: Discoverable<EveryMinute> = DiscoveryService.createDecorator();

/** Tells whether a reservation is really held. */
export const OwnsReservations: Discoverable<ReservationOwner> = DiscoveryService.createDecorator();

/** All providers with a decorator. */
export function discovered<T>(
  discovery: DiscoveryService,
  { KEY: metadataKey }: Discoverable<T>,
): readonly T[] {
  return discovery.getProviders({ metadataKey }).map(({ instance }) => instance as T);
}
