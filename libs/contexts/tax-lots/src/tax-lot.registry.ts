import { Published } from '#libs/platform/kernel';
import { defineEvents, fieldsIn, ofAccount } from '#libs/platform/event-store';
import type { TaxDataEvent } from './domain/tax-data.js';
import type { TaxLotEvent } from './domain/tax-lot.events.js';

const lotFields = {
  originatingTransactionId: Published.text('Transaction the lot came from'),
  closingTransactionId: Published.text('Transaction that closed it'),
  taxYear: Published.text('Four digits'),
};
/** What both events of a lot have in common. */
const lotEvent = (
  title: string,
  name: `brokerage.${string}.${string}.v${number}`,
  summary: string,
) => ({
  history: { title, subjects: ofAccount, fields: fieldsIn('lot') },
  publishes: Published.event(
    name,
    summary,
    lotFields,
    '/reportedtaxlots/{originatingTransactionId}/{closingTransactionId}',
  ).with(({ lot: { taxYear } }: TaxLotEvent['data']) => ({ taxYear })),
});

const availabilityChanged = Published.event(
  'brokerage.tax-data.availability-changed.v1',
  'Tax data of the account became available or unavailable.',
  { availability: Published.word(['available', 'unavailable'], 'Whether they can be read') },
);

/** What both events of the tax data switch have in common. */
const switchEvent = (title: string, taxDataAvailable: boolean) => ({
  history: { title, subjects: ofAccount, fields: () => ({ taxDataAvailable }) },
  publishes: availabilityChanged.with(() => ({
    availability: taxDataAvailable ? 'available' : 'unavailable',
  })),
});

/**
 * Events of streams `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}` and `taxData-{accountNumber}`. None
 * contains personal data.
 */
export const taxLotEvents = defineEvents<TaxLotEvent | TaxDataEvent>({
  'taxLot.LotReported': lotEvent(
    'Closed tax lot reported',
    'brokerage.tax-lot.reported.v1',
    'A closed tax lot was reported.',
  ),
  'taxLot.LotCorrected': lotEvent(
    'Closed tax lot corrected',
    'brokerage.tax-lot.corrected.v1',
    'A reported tax lot was corrected.',
  ),
  'taxLot.TaxDataSuspended': switchEvent('Tax data made unavailable', false),
  'taxLot.TaxDataResumed': switchEvent('Tax data available again', true),
});
