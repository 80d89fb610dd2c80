import { describe, it } from '@jest/globals';
import { specification } from '#libs/platform/testing';
import { type SwitchTaxData, taxData } from './tax-lot.js';
import type { TaxDataEvent } from './tax-lot.events.js';

const accountNumber = 'RA12345678';

const stream = specification(taxData);

const suspended: TaxDataEvent = { type: 'taxLot.TaxDataSuspended', data: { accountNumber } };

const resumed: TaxDataEvent = { type: 'taxLot.TaxDataResumed', data: { accountNumber } };

const put = (available: boolean): SwitchTaxData => ({
  type: 'SwitchTaxData',
  accountNumber,
  available,
});

describe('PUT by the back office [back-office.taxdata]', () => {
  it('tax data is available until switched off', () => {
    stream.given([]).when(put(true)).thenNothing();
    stream.given([]).when(put(false)).then([suspended]);
  });

  it('the same again is no event', () => {
    stream.given([suspended]).when(put(false)).thenNothing();
    stream.given([suspended]).when(put(true)).then([resumed]);
    stream.given([suspended, resumed]).when(put(true)).thenNothing();
    stream.given([suspended, resumed]).when(put(false)).then([suspended]);
  });
});
