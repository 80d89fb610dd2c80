import { defineEvents, fieldsIn, ofAccount } from '#libs/platform/event-store';
import type { TaxDataEvent } from './domain/tax-data.js';
import type { TaxLotEvent } from './domain/tax-lot.events.js';

/**
 * How the events of streams `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}` and `taxData-{accountNumber}`
 * are stored. None holds personal data.
 */
export const taxLotEvents = defineEvents<TaxLotEvent | TaxDataEvent>({
  'taxLot.LotReported': {
    history: {
      title: 'Closed tax lot reported',
      subjects: ofAccount,
      fields: fieldsIn('lot'),
    },
  },
  'taxLot.LotCorrected': {
    history: {
      title: 'Closed tax lot corrected',
      subjects: ofAccount,
      fields: fieldsIn('lot'),
    },
  },
  'taxLot.TaxDataSuspended': {
    history: {
      title: 'Tax data made unavailable',
      subjects: ofAccount,
      fields: () => ({ taxDataAvailable: false }),
    },
  },
  'taxLot.TaxDataResumed': {
    history: {
      title: 'Tax data available again',
      subjects: ofAccount,
      fields: () => ({ taxDataAvailable: true }),
    },
  },
});
