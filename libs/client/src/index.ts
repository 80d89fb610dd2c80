export * from './brokerage-api.js';
export * from './brokerage-client.js';
export type { ClientCredentials } from './credentials.js';
export * from './feed-consumer.js';
export * from './feed-state.js';
export { type ClientProblem, ProblemError } from './problem-error.js';
export type { ClientPorts, RetryOptions } from './retries.js';
export type { ClientOptions } from './transport.js';
export * from './webhook-receiver.js';
