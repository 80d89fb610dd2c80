import { Module } from '@nestjs/common';
import { BackofficeOffersController } from './backoffice-offers.controller.js';
import { FetchOfferingDocumentHandler } from './fetch-offering-document.js';
import { OffersController } from './offers.controller.js';
import { StoreOfferingDocumentHandler } from './store-offering-document.js';

/** Private placement offers and their documents. */
@Module({
  controllers: [OffersController, BackofficeOffersController],
  providers: [StoreOfferingDocumentHandler, FetchOfferingDocumentHandler],
})
export class PlacementsModule {}
