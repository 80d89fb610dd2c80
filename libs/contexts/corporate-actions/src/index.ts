export { CorporateActionsModule } from './corporate-actions.module.js';
