export { ImportRoutes } from './import-routes.js';
export { bulkImport } from './import.context.js';
