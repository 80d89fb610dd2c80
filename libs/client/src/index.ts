export * from './brokerage-client.js';
export * from './feed-consumer.js';
export * from './feed-state.js';
export * from './webhook-receiver.js';
