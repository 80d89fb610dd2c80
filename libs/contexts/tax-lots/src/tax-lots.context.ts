import { defineContext } from '#libs/platform/service';
import { taxDataDocuments } from './read-models/tax-data.document.js';
import { taxLotDocuments } from './read-models/tax-lot.document.js';
import { taxLotEvents } from './tax-lot.registry.js';
import { TaxLotsModule } from './tax-lots.module.js';

/** Closed tax lots that were reported to the tax processing provider. */
export const taxLots = defineContext({
  name: 'tax-lots',
  events: [taxLotEvents],
  projections: [taxLotDocuments, taxDataDocuments],
  module: TaxLotsModule,
});
