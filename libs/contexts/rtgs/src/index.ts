export * from './domain/rtg.commands.js';
export type { RtgDefined, RtgEvent, RtgModel, RtgUpdated } from './domain/rtg.events.js';
export type { RtgState } from './domain/rtg.js';
export * from './documents/rtg.document.js';
export { rtgDecider } from './rtg.decider.js';
export { rtgEvents } from './rtg.registry.js';
export { rtgs } from './rtgs.context.js';
