export * from './domain/rtg.commands.js';
export type { RtgDefined, RtgUpdated } from './domain/rtg.events.js';
export * from './documents/rtg.document.js';
export * from './documents/subscription.document.js';
export { rtgs } from './rtgs.context.js';
