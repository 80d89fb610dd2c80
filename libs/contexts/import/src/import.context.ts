import { defineContext } from '#libs/platform/service';
import { ImportModule } from './import.module.js';

/** Everything the back office may put, many at a time. Has no events of its own. */
export const bulkImport = defineContext({
  name: 'import',
  events: [],
  projections: [],
  module: ImportModule,
});
