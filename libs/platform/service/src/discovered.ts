import { DiscoveryService } from '@nestjs/core';

/** Class decorator of providers that implement {@link Reaction}. */
export const Reacts = DiscoveryService.createDecorator();

/** Class decorator of providers that implement {@link BackgroundProcess}: consumers of the log, in one process at a time. */
export const FollowsLog = DiscoveryService.createDecorator();

/** Class decorator of providers that implement {@link BackgroundTask}. */
export const RepeatsTask = DiscoveryService.createDecorator();

/** Class decorator of {@link EveryMinute} providers whose work is due by a firm's clock: they also run when a sandbox moves its clock. */
export const DueByFirmClock = DiscoveryService.createDecorator();

/** Class decorator of providers that implement {@link ReservationOwner}. */
export const OwnsReservations = DiscoveryService.createDecorator();

/** All providers with a decorator that `DiscoveryService.createDecorator` made. */
export function discovered<T>(
  discovery: DiscoveryService,
  decorator: { readonly KEY: string },
): readonly T[] {
  return discovery
    .getProviders({ metadataKey: decorator.KEY })
    .map(({ instance }) => instance as T);
}

/**
 * The one provider with a decorator: what a feature needs of another one that imports it.
 * @param what names it in the error
 * @throws if there is none, or more than one
 */
export function theOne<T>(
  discovery: DiscoveryService,
  decorator: { readonly KEY: string },
  what: string,
): T {
  const found = discovered<T>(discovery, decorator);
  const [one] = found;
  if (one === undefined || found.length > 1) {
    throw new Error(`${what}: ${found.length} providers, one is needed`);
  }
  return one;
}
