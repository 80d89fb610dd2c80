export { corporateActions } from './corporate-actions.context.js';
export type * from './domain/corporate-action.events.js';
