import { defineEvents } from '#libs/platform/event-store';
import type { ProjectionOperationEvent } from './domain/projection-operation.events.js';

/** Events of the streams `operations-{projection}`. None contains personal data. */
export const operationEvents = defineEvents<ProjectionOperationEvent>({
  'operations.RebuildRequested': { history: { title: 'Rebuild of a read model requested' } },
  'operations.SwitchRequested': { history: { title: 'Switch of the live generation requested' } },
  'operations.DropRequested': { history: { title: 'Drop of a generation requested' } },
  'operations.EventSkipped': { history: { title: 'Event skipped by a read model' } },
  'operations.EventUnskipped': { history: { title: 'Event no longer skipped by a read model' } },
});
