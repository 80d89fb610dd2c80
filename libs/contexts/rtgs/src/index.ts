export type { RtgDefined, RtgUpdated } from './domain/rtg.events.js';
export * from './read-models/rtg.document.js';
export * from './read-models/subscription.document.js';
export { rtgs } from './rtgs.context.js';
