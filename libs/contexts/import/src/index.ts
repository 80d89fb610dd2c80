export { ImportModule } from './import.module.js';
export { ImportRoutes } from './run/import-routes.js';
