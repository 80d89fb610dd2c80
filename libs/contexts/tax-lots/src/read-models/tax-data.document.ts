import { ownStream, type Projection } from '#libs/platform/read-models';

import { availableAfter, taxData, type TaxDataEvent } from '../domain/tax-data.js';

/** Whether the tax data of an account can be read. */
export type TaxDataDocument = Readonly<Record<'available', boolean>>;

/** Read model `taxLots.taxData`, by account number. An account without a document has its tax data. */
export const taxDataDocuments: Projection<TaxDataDocument, TaxDataEvent> = {
  name: 'taxLots.taxData',
  version: 1,
  indexes: [],
  events: ['taxLot.TaxDataSuspended', 'taxLot.TaxDataResumed'],
  documents: ({ data }) => [data.accountNumber],
  history: { streams: ownStream(taxData), fixed: {} },
  fold: (_document, event) => ({ available: availableAfter(event) }),
};
