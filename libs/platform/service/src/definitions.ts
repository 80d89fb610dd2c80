import {
  EventRegistry,
  reservationEvents,
  type EventDefinitions,
} from '#libs/platform/event-store';
import {
  holdsPersonalData,
  type Hasher,
  type Projection,
  withHashes,
} from '#libs/platform/read-models';
import type { Clock } from '#libs/platform/kernel';
import { erasureEvents, erasureScopeEvents, sealedStreamsOver } from './erasure/erasure.js';
import type { Erasures } from './erasure/erasures.js';
import { idempotencyEvents } from './idempotency.js';
import { parkingEvents } from './parking/parked-events.js';
import { pendingReservations } from './reservation-sweeper.js';
import { timelineOver } from './log-moments.js';

/** What a feature brings to the log and the read models. */
export interface Feature {
  readonly events: readonly EventDefinitions[];
  /** A projection over all event types is given as a function of the registry. */
  readonly projections: readonly (Projection | ((events: EventRegistry) => Projection))[];
  /** Adds the clocks of firms that have their own. */
  readonly clock?: (base: Clock) => Clock;
}

/** Builds the registry of all events: the platform's and those of the features. */
export function registryOf(features: readonly Feature[]): EventRegistry {
  return new EventRegistry([
    reservationEvents as never,
    idempotencyEvents as never,
    erasureEvents as never,
    erasureScopeEvents as never,
    parkingEvents as never,
    ...features.flatMap(({ events }) => events),
  ]);
}

/** Returns all projections: the platform's and those of the features. */
export function projectionsOf(
  features: readonly Feature[],
  registry: EventRegistry,
  hasher: Hasher,
): readonly Projection[] {
  const ofFeatures = [
    pendingReservations as unknown as Projection,
    ...features
      .flatMap((feature) => feature.projections)
      .map((projection) => (typeof projection === 'function' ? projection(registry) : projection)),
  ];
  return [...ofFeatures, timelineOver(ofFeatures), sealedStreamsOver(registry)].map((projection) =>
    withHashes(projection, hasher),
  );
}

/** @throws if a projection holds personal data but its documents can't be refolded when a person is erased */
export function checkErasable(projections: readonly Projection[], erasures: Erasures): void {
  for (const projection of projections) {
    if (projection.history !== undefined || !holdsPersonalData(projection, erasures)) continue;
    throw new Error(
      `${projection.name} wants personal data: it needs \`history\`, or \`impersonal\``,
    );
  }
}
