export { OperationsModule } from './operations.module.js';
export type { ProgressLine } from './projections.queries.js';
