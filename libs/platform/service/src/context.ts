import { type Abstract, Global, Module, type Provider, type Type } from '@nestjs/common';
import type { EventDefinitions, EventRegistry } from '#libs/platform/event-store';
import type { Projection } from '#libs/platform/read-models';
import type { BackgroundProcess, BackgroundTask } from './background-process.js';
import type { EveryMinute } from './every-minute.js';
import type { Reaction } from './reaction.js';
import type { ReservationOwner } from './reservation-sweeper.js';

/** What a context is made of. Each class is named once. */
interface Declaration<Events, Projections> {
  readonly name: string;
  readonly events: readonly Events[];
  /** One that folds whatever events there are is made from all of them. */
  readonly projections: readonly Projections[];
  readonly controllers?: readonly Type[];
  /** Handlers of commands. */
  readonly useCases?: readonly Type[];
  /** What the others use. */
  readonly providers?: readonly Provider[];
  /** Those of the providers that other contexts use, too. */
  readonly exports?: readonly (Abstract<unknown> | symbol)[];
  /** React to events. */
  readonly reactions?: readonly Type<Reaction>[];
  /** Work all the time, in one process at a time. */
  readonly tasks?: readonly Type<BackgroundTask>[];
  /** Follow the log, in one process at a time. */
  readonly processes?: readonly Type<BackgroundProcess>[];
  /** Do what time alone makes due. */
  readonly timers?: readonly Type<EveryMinute>[];
  /** Answer for reservations. */
  readonly reservationOwners?: readonly Type<ReservationOwner>[];
}

/** Everything the service needs to know of a context. Removing a context is removing its folder and its line in the list. */
export interface ContextDefinition extends Declaration<
  EventDefinitions,
  Projection | ((events: EventRegistry) => Projection)
> {
  /** Nest module with all of it. */
  readonly module: Type;
}

/** States a context; the type parameters of its events and documents are forgotten here, in one place. */
export function defineContext(declaration: Declaration<unknown, unknown>): ContextDefinition {
  return { ...(declaration as ContextDefinition), module: moduleOf(declaration) };
}

function moduleOf(declaration: Declaration<unknown, unknown>): Type {
  const { name, controllers = [], useCases = [], providers = [], exports = [] } = declaration;
  const { reactions = [], tasks = [], processes = [], timers = [] } = declaration;
  const { reservationOwners = [] } = declaration;
  const working = [...reactions, ...tasks, ...processes, ...timers, ...reservationOwners];
  // global, so that who uses what a context exports does not import its module
  @Global()
  @Module({
    controllers: [...controllers],
    providers: [...new Set([...providers, ...useCases, ...working])],
    exports: [...exports],
  })
  class ContextModule {}
  return Object.defineProperty(ContextModule, 'name', { value: name });
}
