import { type Abstract, Global, Module, type Provider, type Type } from '@nestjs/common';
import type { EventDefinitions, EventRegistry } from '#libs/platform/event-store';
import type { Projection } from '#libs/platform/read-models';
import type { BackgroundProcess, BackgroundTask } from './background-process.js';
import type { EveryMinute } from './every-minute.js';
import type { Reaction } from './reaction.js';
import type { ReservationOwner } from './reservation-sweeper.js';

/** The parts of a context. */
interface Declaration<Events, Projections> {
  readonly name: string;
  readonly events: readonly Events[];
  /** A projection over all event types is given as a function of the registry. */
  readonly projections: readonly Projections[];
  readonly controllers?: readonly Type[];
  /** Command handlers. */
  readonly useCases?: readonly Type[];
  readonly providers?: readonly Provider[];
  /** The providers that other contexts may inject. */
  readonly exports?: readonly (Abstract<unknown> | symbol)[];
  readonly reactions?: readonly Type<Reaction>[];
  /** Recurring work, in one process at a time. */
  readonly tasks?: readonly Type<BackgroundTask>[];
  /** Consumers of the log, in one process at a time. */
  readonly processes?: readonly Type<BackgroundProcess>[];
  /** Work that becomes due by time alone. */
  readonly timers?: readonly Type<EveryMinute>[];
  readonly reservationOwners?: readonly Type<ReservationOwner>[];
}

/** Everything the service needs to know about a context. To remove one, delete its folder and its line in the list of contexts. */
export interface ContextDefinition extends Declaration<
  EventDefinitions,
  Projection | ((events: EventRegistry) => Projection)
> {
  /** Nest module that provides all of it. */
  readonly module: Type;
}

/** Declares a context. The type parameters of its events and documents are erased here, in one place. */
export function defineContext(declaration: Declaration<unknown, unknown>): ContextDefinition {
  return { ...(declaration as ContextDefinition), module: moduleOf(declaration) };
}

function moduleOf(declaration: Declaration<unknown, unknown>): Type {
  const { name, controllers = [], useCases = [], providers = [], exports = [] } = declaration;
  const { reactions = [], tasks = [], processes = [], timers = [] } = declaration;
  const { reservationOwners = [] } = declaration;
  const working = [...reactions, ...tasks, ...processes, ...timers, ...reservationOwners];
  // global, so that users of its exports need not import the module
  @Global()
  @Module({
    controllers: [...controllers],
    providers: [...new Set([...providers, ...useCases, ...working])],
    exports: [...exports],
  })
  class ContextModule {}
  return Object.defineProperty(ContextModule, 'name', { value: name });
}
