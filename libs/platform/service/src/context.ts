import type { Type } from '@nestjs/common';
import type { EventDefinitions, EventRegistry } from '#libs/platform/event-store';
import type { Projection } from '#libs/platform/read-models';
import type { BackgroundProcess } from './background-process.js';
import type { BackgroundTask } from './background-task.js';
import type { EveryMinute } from './every-minute.js';
import type { Reaction } from './reaction.js';
import type { ReservationOwner } from './reservation-sweeper.js';

/** Everything the service needs to know of a context. Removing a context is removing its folder and its line in the list. */
export interface ContextDefinition {
  readonly name: string;
  readonly events: readonly EventDefinitions[];
  /** One that folds whatever events there are is made from all of them. */
  readonly projections: readonly (Projection | ((events: EventRegistry) => Projection))[];
  /** Nest module with the controllers, handlers and providers. */
  readonly module: Type;
  /** Providers of the module that react to events. */
  readonly reactions?: readonly Type<Reaction>[];
  /** Providers of the module that work all the time, in one process at a time. */
  readonly tasks?: readonly Type<BackgroundTask>[];
  /** Providers of the module that follow the log, in one process at a time. */
  readonly processes?: readonly Type<BackgroundProcess>[];
  /** Providers of the module that do what time alone makes due. */
  readonly timers?: readonly Type<EveryMinute>[];
  /** Providers of the module that answer for reservations. */
  readonly reservationOwners?: readonly Type<ReservationOwner>[];
}

/** States a context; the type parameters of its events and documents are forgotten here, in one place. */
export function defineContext(
  definition: Omit<ContextDefinition, 'events' | 'projections'> & {
    readonly events: readonly unknown[];
    readonly projections: readonly unknown[];
  },
): ContextDefinition {
  return definition as ContextDefinition;
}
