export { isRead } from './admission.js';
export * from './problems.js';
export * from './fields/index.js';
export { AccessGuard, ForRoles, requireRole } from './access.guard.js';
export { BodyStream, Fields, FieldsOf, ItemsOf } from './validation.pipe.js';
export * from './route-rules.js';
export * from './response.js';
export * from './list-response.js';
export * from './event-stream.js';
export * from './row-request.js';
export { toProblems } from './error-mapper.js';
export {
  type RequestedMoment,
  type ArrivedRequest,
  associatedMemberOf,
  Context,
  contextOf,
  type RequestServices,
  type Moments,
  type Sandboxes,
  sentJson,
  servicesOf,
} from './request-state.js';
export * from './consistency.js';
export { AS_OF, pointAt } from './as-of.js';
export * from './etag.js';
export * from './idempotency.js';
export * from './request-context.js';
export { parseJson, parseJsonText, type Json, type JsonMap } from './json/strict-json.js';
export { isCaller } from './prepare.js';
export { createHttpApplication, stopGracefully } from './application.js';
export type * from './options.js';
export { addPublicRoute, isLoopbackHost } from './service-routes.js';
export { FAULT, FAULT_HEADER, FAULTS } from './description/common-parameters.js';
export { Allows, Describes, RefusesWrites } from './description/describes.js';
export { describeApi, type DescriptionOptions } from './description/describe-api.js';
export type { ApiTopics } from './description/operations.js';
export type * from './description/openapi.js';
export { jsonLines, NDJSON, textStream } from './json-lines.js';
