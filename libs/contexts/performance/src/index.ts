export { performance } from './performance.context.js';
export type * from './domain/unit-values.events.js';
