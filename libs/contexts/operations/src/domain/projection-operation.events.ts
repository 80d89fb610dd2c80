import type { DomainEvent } from '#libs/platform/kernel';

/** An operator asked for a new generation of a read model. */
export type RebuildRequested = DomainEvent<
  'operations.RebuildRequested',
  {
    readonly projection: string;
    /** True: it does not go live before somebody says so. */
    readonly hold: boolean;
  }
>;

/** An operator chose the generation that readers get. */
export type SwitchRequested = DomainEvent<
  'operations.SwitchRequested',
  { readonly projection: string; readonly collection: string }
>;

/** An operator had a generation removed that readers don't get. */
export type DropRequested = DomainEvent<
  'operations.DropRequested',
  { readonly projection: string; readonly collection: string }
>;

/** An operator had a version of a read model go on without an event that its fold does not take. */
export type EventSkipped = DomainEvent<
  'operations.EventSkipped',
  {
    readonly projection: string;
    readonly version: number;
    /** Position of the event, decimal. */
    readonly position: string;
  }
>;

/** Stream `operations-{projection}`: what operators had done with a read model; who they are is in the metadata. */
export type ProjectionOperationEvent =
  RebuildRequested | SwitchRequested | DropRequested | EventSkipped;
