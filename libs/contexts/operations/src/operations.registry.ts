import { defineEvents } from '#libs/platform/event-store';
import type { ProjectionOperationEvent } from './domain/projection-operation.events.js';

/** How the events of streams `operations-{projection}` are stored. None holds personal data. */
export const operationEvents = defineEvents<ProjectionOperationEvent>({
  'operations.RebuildRequested': { history: { title: 'Rebuild of a read model asked for' } },
  'operations.SwitchRequested': { history: { title: 'Switch of a read model asked for' } },
  'operations.DropRequested': { history: { title: 'Generation of a read model to be dropped' } },
  'operations.EventSkipped': { history: { title: 'Event left out of a read model' } },
});
