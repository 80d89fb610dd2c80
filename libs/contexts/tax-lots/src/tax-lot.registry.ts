import { Published } from '#libs/platform/kernel';
import { defineEvents, fieldsIn, ofAccount } from '#libs/platform/event-store';
import type { TaxDataEvent } from './domain/tax-data.js';
import type { TaxLotEvent } from './domain/tax-lot.events.js';

const lotFields = {
  originatingTransactionId: Published.text('Transaction the lot came from'),
  closingTransactionId: Published.text('Transaction that closed it'),
  taxYear: Published.text('Four digits'),
};
/** What the events of a lot have; each tells a history and the feed in words of its own. */
const told = (
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

/** The same for the switch of tax data. */
const switched = (title: string, taxDataAvailable: boolean) => ({
  history: { title, subjects: ofAccount, fields: () => ({ taxDataAvailable }) },
  publishes: availabilityChanged.with(() => ({
    availability: taxDataAvailable ? 'available' : 'unavailable',
  })),
});

/**
 * How the events of streams `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}` and `taxData-{accountNumber}`
 * are stored. None holds personal data.
 */
export const taxLotEvents = defineEvents<TaxLotEvent | TaxDataEvent>({
  'taxLot.LotReported': told(
    'Closed tax lot reported',
    'brokerage.tax-lot.reported.v1',
    'A closed tax lot was reported.',
  ),
  'taxLot.LotCorrected': told(
    'Closed tax lot corrected',
    'brokerage.tax-lot.corrected.v1',
    'A reported tax lot was corrected.',
  ),
  'taxLot.TaxDataSuspended': switched('Tax data made unavailable', false),
  'taxLot.TaxDataResumed': switched('Tax data available again', true),
});
