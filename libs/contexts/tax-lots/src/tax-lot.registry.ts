import { Published } from '#libs/platform/kernel';
import { defineEvents, fieldsIn, ofAccount } from '#libs/platform/event-store';
import type { TaxDataEvent } from './domain/tax-data.js';
import type { TaxLotEvent } from './domain/tax-lot.events.js';

const lotFields = {
  originatingTransactionId: Published.text('Transaction the lot came from'),
  closingTransactionId: Published.text('Transaction that closed it'),
  taxYear: Published.text('Four digits'),
};
const path = '/reportedtaxlots/{originatingTransactionId}/{closingTransactionId}';
const availabilityChanged = Published.event(
  'brokerage.tax-data.availability-changed.v1',
  'Tax data of the account became available or unavailable.',
  { availability: Published.word(['available', 'unavailable'], 'Whether they can be read') },
);

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
    publishes: Published.event(
      'brokerage.tax-lot.reported.v1',
      'A closed tax lot was reported.',
      lotFields,
      path,
    ).with(({ lot: { taxYear } }) => ({ taxYear })),
  },
  'taxLot.LotCorrected': {
    history: {
      title: 'Closed tax lot corrected',
      subjects: ofAccount,
      fields: fieldsIn('lot'),
    },
    publishes: Published.event(
      'brokerage.tax-lot.corrected.v1',
      'A reported tax lot was corrected.',
      lotFields,
      path,
    ).with(({ lot: { taxYear } }) => ({ taxYear })),
  },
  'taxLot.TaxDataSuspended': {
    history: {
      title: 'Tax data made unavailable',
      subjects: ofAccount,
      fields: () => ({ taxDataAvailable: false }),
    },
    publishes: availabilityChanged.with(() => ({ availability: 'unavailable' })),
  },
  'taxLot.TaxDataResumed': {
    history: {
      title: 'Tax data available again',
      subjects: ofAccount,
      fields: () => ({ taxDataAvailable: true }),
    },
    publishes: availabilityChanged.with(() => ({ availability: 'available' })),
  },
});
