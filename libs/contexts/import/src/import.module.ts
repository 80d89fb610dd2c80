import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ImportController } from './http/import.controller.js';
import { ImportRoutes } from './import-routes.js';

/** The import finds the back office's routes in the controllers of the other contexts. */
@Module({
  imports: [DiscoveryModule],
  controllers: [ImportController],
  providers: [ImportRoutes],
  exports: [ImportRoutes],
})
export class ImportModule {}
