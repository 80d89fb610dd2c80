export * from './domain/offer.commands.js';
export type { Offer } from './domain/offer.events.js';
export type * from './domain/subscription.commands.js';
export type { Subscription, SubscriptionEvent } from './domain/subscription.events.js';
export * from './read-models/offer.document.js';
export * from './read-models/subscription.document.js';
export { placements } from './placements.context.js';
