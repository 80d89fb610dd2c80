import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent } from '#libs/platform/kernel';

/** An operator asked for a new generation of a read model. */
type RebuildRequested = DomainEvent<
  'operations.RebuildRequested',
  {
    readonly projection: string;
    /** If true, it doesn't go live until an operator chooses it. */
    readonly hold: boolean;
  }
>;

/** An operator chose the live generation. */
type SwitchRequested = DomainEvent<
  'operations.SwitchRequested',
  { readonly projection: string; readonly collection: string }
>;

/** An operator had a generation removed that isn't live. */
type DropRequested = DomainEvent<
  'operations.DropRequested',
  { readonly projection: string; readonly collection: string }
>;

/** An operator let a version of a read model skip an event that its fold fails on. */
export type EventSkipped = DomainEvent<
  'operations.EventSkipped',
  {
    readonly projection: string;
    readonly version: number;
    readonly position: string;
    /** Why, in the words of the operator. Missing in events recorded before it was asked for. */
    readonly reason?: string;
  }
>;

/** An operator had a version of a read model fold an event again that it skipped, in a new generation. */
export type EventUnskipped = DomainEvent<
  'operations.EventUnskipped',
  Required<EventSkipped['data']>
>;

/** Events of stream `operations-{projection}`. The operator is in the metadata. */
export type ProjectionOperationEvent =
  RebuildRequested | SwitchRequested | DropRequested | EventSkipped | EventUnskipped;

/** Events of the streams `operations-{projection}`. None contains personal data. */
export const operationEvents = defineEvents<ProjectionOperationEvent>({
  'operations.RebuildRequested': { history: { title: 'Rebuild of a read model requested' } },
  'operations.SwitchRequested': { history: { title: 'Switch of the live generation requested' } },
  'operations.DropRequested': { history: { title: 'Drop of a generation requested' } },
  'operations.EventSkipped': { history: { title: 'Event skipped by a read model' } },
  'operations.EventUnskipped': { history: { title: 'Event no longer skipped by a read model' } },
});
