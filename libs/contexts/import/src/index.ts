export { ImportRoutes } from './import-routes.js';
export { ImportModule } from './import.module.js';
