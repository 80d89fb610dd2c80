import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import type { LotIds, TaxDataEvent, TaxLot, TaxLotEvent } from './tax-lot.events.js';
import { availableAfter, taxData, taxLot, taxLotId } from './tax-lot.js';

/** A reported lot; `revision` is its entity tag. */
export type TaxLotDocument = Readonly<LotIds & { lot: TaxLot; revision: number }>;

/** Read model `taxLots.lot`, one document per account, originating and closing transaction. Read only by id. */
export const taxLotDocuments: Projection<TaxLotDocument, TaxLotEvent> = {
  name: 'taxLots.lot',
  version: 1,
  indexes: [],
  events: ['taxLot.LotReported', 'taxLot.LotCorrected'],
  documents: ({ data }) => [taxLotId(data)],
  history: { streams: streamPerDocument(taxLot), fixed: {} },
  fold: (_document, { data, revision }) => ({ ...data, revision }),
};

/** Read model `taxLots.taxData`, by account number. Without a document, tax data is available. */
export const taxDataDocuments: Projection<{ readonly available: boolean }, TaxDataEvent> = {
  name: 'taxLots.taxData',
  version: 1,
  indexes: [],
  events: ['taxLot.TaxDataSuspended', 'taxLot.TaxDataResumed'],
  documents: ({ data }) => [data.accountNumber],
  history: { streams: streamPerDocument(taxData), fixed: {} },
  fold: (_document, event) => ({ available: availableAfter(event) }),
};
