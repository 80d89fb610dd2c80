import { defineContext } from '#libs/platform/service';
import { ImportController } from './http/import.controller.js';
import { ImportRoutes } from './import-routes.js';

/** Everything the back office may put, many at a time. Has no events of its own. */
export const bulkImport = defineContext({
  name: 'import',
  events: [],
  projections: [],
  controllers: [ImportController],
  providers: [ImportRoutes],
  exports: [ImportRoutes],
});
