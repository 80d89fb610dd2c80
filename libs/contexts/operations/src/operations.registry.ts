import { defineEvents } from '#libs/platform/event-store';
import type { ProjectionOperationEvent } from './domain/projection-operation.events.js';

/** How the events of streams `operations-{projection}` are stored. None holds personal data. */
export const operationEvents = defineEvents<ProjectionOperationEvent>({
  'operations.RebuildRequested': { version: 1 },
  'operations.SwitchRequested': { version: 1 },
  'operations.DropRequested': { version: 1 },
  'operations.EventSkipped': { version: 1 },
});
