export { corporateActions } from './corporate-actions.context.js';
