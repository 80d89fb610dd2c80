import { defineEvents } from '#libs/platform/event-store';
import type { TaxDataEvent } from './domain/tax-data.js';
import type { TaxLotEvent } from './domain/tax-lot.events.js';

/**
 * How the events of streams `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}` and `taxData-{accountNumber}`
 * are stored. None holds personal data.
 */
export const taxLotEvents = defineEvents<TaxLotEvent | TaxDataEvent>({
  'taxLot.LotReported': { version: 1 },
  'taxLot.LotCorrected': { version: 1 },
  'taxLot.TaxDataSuspended': { version: 1 },
  'taxLot.TaxDataResumed': { version: 1 },
});
