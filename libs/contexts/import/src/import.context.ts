import { defineContext } from '#libs/platform/service';
import { ImportController } from './http/import.controller.js';
import { ImportRoutes } from './import-routes.js';

/** Bulk import of everything the back office may PUT. It has no events of its own. */
export const bulkImport = defineContext({
  name: 'import',
  events: [],
  projections: [],
  controllers: [ImportController],
  providers: [ImportRoutes],
  exports: [ImportRoutes],
});
