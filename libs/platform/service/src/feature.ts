import type { EventDefinitions, EventRegistry } from '#libs/platform/event-store';
import type { Clock } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';

/** What a feature brings to the log and the read models. */
export interface Feature {
  readonly events: readonly EventDefinitions[];
  /** A projection over all event types is given as a function of the registry. */
  readonly projections: readonly (Projection | ((events: EventRegistry) => Projection))[];
  /** Adds the clocks of firms that have their own. */
  readonly clock?: (base: Clock) => Clock;
}
