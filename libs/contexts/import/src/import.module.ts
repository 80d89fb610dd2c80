import { Module } from '@nestjs/common';
import { ImportController } from './import.controller.js';
import { ImportRoutes } from './run/import-routes.js';

/** Bulk import of everything the back office may PUT. It has no events of its own. */
@Module({
  controllers: [ImportController],
  providers: [ImportRoutes],
  exports: [ImportRoutes],
})
export class ImportModule {}
