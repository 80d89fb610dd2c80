export * from './document-store.js';
export {
  cursorFromPosition,
  cursorOf,
  indexOfCursor,
  positionFromCursor,
  valuesOfCursor,
} from './selection.js';
export * from './projection.js';
export * from './open-document-store.js';
export * from './generations/generations.js';
export * from './generations/generation-control.js';
export * from './projection-progress.js';
export { describeError } from './runner/projection-shard.js';
export * from './runner/projection-status.js';
export * from './runner/projection-runner.js';
export * from './read-models.js';
export { checkIndexable } from './index-key.js';
export { KEPT_EVERY } from './past/past-fold.js';
export {
  type ErasureWatch,
  LEASE_MS,
  LIMITS_OF_ONE_PROCESS,
  type ProjectionRunnerOptions,
  PROJECTIONS,
  yieldToRequests,
} from './runner/subscription-context.js';
export { holdsPersonalData } from './runner/erased-documents.js';
export * from './refold/refold.js';
export * from './refold/document-comparison.js';
export * from './log-identity.js';
