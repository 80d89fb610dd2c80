import { describe, it } from '@jest/globals';
import { fieldProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { type SwitchTaxData, taxData, type TaxDataEvent } from './tax-data.js';

const accountNumber = 'RA12345678';
const stream = specification(taxData);
const suspended: TaxDataEvent = { type: 'taxLot.TaxDataSuspended', data: { accountNumber } };
const resumed: TaxDataEvent = { type: 'taxLot.TaxDataResumed', data: { accountNumber } };
const put = (available?: boolean | null): SwitchTaxData => ({
  type: 'SwitchTaxData',
  accountNumber,
  input: { available },
});

describe('decisions §10 "taxdata": PUT by the back office', () => {
  it('tax data are available until somebody says otherwise', () => {
    stream.given([]).when(put(true)).thenNothing();
    stream.given([]).when(put(false)).then([suspended]);
  });

  it('the same again is no event', () => {
    stream.given([suspended]).when(put(false)).thenNothing();
    stream.given([suspended]).when(put(true)).then([resumed]);
    stream.given([suspended, resumed]).when(put(true)).thenNothing();
    stream.given([suspended, resumed]).when(put(false)).then([suspended]);
  });

  it('available is required', () => {
    const missing = fieldProblem('available', 'cannot.be.null');
    stream.given([]).when(put()).thenRefused([missing]);
    stream.given([]).when(put(null)).thenRefused([missing]);
    const problems = [fieldProblem('available', 'invalid.value')];
    stream
      .given([])
      .when({ ...put(), problems })
      .thenRefused(problems);
    const unknown = [{ type: 'SYNTAX', field: 'x' }] as const;
    stream
      .given([])
      .when({ ...put(false), problems: unknown })
      .thenRefused(unknown);
  });
});
