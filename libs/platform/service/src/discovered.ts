import { DiscoveryService } from '@nestjs/core';
import type { BackgroundProcess, BackgroundTask } from './background-process.js';
import type { EveryMinute } from './every-minute.js';
import type { Reaction } from './reaction.js';
import type { ReservationOwner } from './reservation-sweeper.js';

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

/**
 * The one provider with a decorator: what a feature needs of another one that imports it.
 * @param what names it in the error
 * @throws if there is none, or more than one
 */
export function theOne<T>(
  discovery: DiscoveryService,
  decorator: Discoverable<T>,
  what: string,
): T {
  const found = discovered(discovery, decorator);
  const [one] = found;
  if (one === undefined || found.length > 1) {
    throw new Error(`${what}: ${found.length} providers, one is needed`);
  }
  return one;
}
