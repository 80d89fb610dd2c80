import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import type { LotIds, TaxLot, TaxLotEvent } from '../domain/tax-lot.events.js';
import { taxLot, taxLotId } from '../domain/tax-lot.js';
import type { ReportedTaxLotResponse } from '../http/tax-lot.dto.js';
import { availableAfter, taxData, type TaxDataEvent } from '../domain/tax-data.js';

/** A reported lot; `revision` is its entity tag. */
type TaxLotDocument = Readonly<LotIds & { lot: TaxLot; revision: number }>;

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

/** The lot as returned by GET. */
export function toTaxLotResponse(document: TaxLotDocument): ReportedTaxLotResponse {
  const { lot, accountNumber, originatingTransactionId, closingTransactionId } = document;
  return { ...lot, accountNumber, originatingTransactionId, closingTransactionId };
}

type TaxDataDocument = Readonly<Record<'available', boolean>>;

/** Read model `taxLots.taxData`, by account number. Without a document, tax data is available. */
export const taxDataDocuments: Projection<TaxDataDocument, TaxDataEvent> = {
  name: 'taxLots.taxData',
  version: 1,
  indexes: [],
  events: ['taxLot.TaxDataSuspended', 'taxLot.TaxDataResumed'],
  documents: ({ data }) => [data.accountNumber],
  history: { streams: streamPerDocument(taxData), fixed: {} },
  fold: (_document, event) => ({ available: availableAfter(event) }),
};
