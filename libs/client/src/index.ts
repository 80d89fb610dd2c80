export * from './brokerage-api.js';
export * from './brokerage-client.js';
export * from './call-options.js';
export type { ClientCredentials } from './credentials.js';
export type { EventData } from './events.js';
export * from './feed-consumer.js';
export * from './feed-event.js';
export * from './feed-state.js';
export {
  type ClientProblem,
  ProblemError,
  type SentRequest,
  ServiceUnreachableError,
} from './problem-error.js';
export type { ClientPorts, RetryOptions } from './retries.js';
export type { ClientOptions } from './transport.js';
export * from './webhook-receiver.js';
