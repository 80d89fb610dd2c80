export * from './document-store.js';
export * from './cursors.js';
export * from './projection.js';
export * from './skipped-events.js';
export * from './open-document-store.js';
export * from './generations/generations.js';
export * from './generations/generation-control.js';
export * from './projection-progress.js';
export { describeError } from './runner/describe-error.js';
export * from './runner/projection-status.js';
export * from './runner/projection-runner.js';
export * from './read-models.js';
export * from './yield-to-requests.js';
export { checkIndexable } from './index-key.js';
export { KEPT_EVERY } from './generations/kept-versions.js';
export {
  type ErasureWatch,
  LEASE_MS,
  type ProjectionRunnerOptions,
  PROJECTIONS,
} from './runner/subscription-context.js';
export { holdsPersonalData } from './runner/erased-documents.js';
export * from './refold/refold.js';
export * from './refold/refold-directory.js';
export * from './refold/document-comparison.js';
export * from './settle-with-log.js';
