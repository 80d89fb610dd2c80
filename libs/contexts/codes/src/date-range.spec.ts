import { describe, expect, it } from '@jest/globals';
import { fieldProblem } from '#libs/platform/kernel';
import { readIsoRange, readTransactionRange } from './date-range.js';

const TODAY = '2026-03-31';

describe('daterange of transactions [folio-transaction.daterange]', () => {
  it.each([
    ['3d', '2026-03-28'],
    ['5d', '2026-03-26'],
    ['10d', '2026-03-21'],
    ['30d', '2026-03-01'],
    ['1m', '2026-02-28'],
    ['3m', '2025-12-31'],
    ['6m', '2025-09-30'],
    ['12m', '2025-03-31'],
    ['1y', '2025-03-31'],
    ['3y', '2023-03-31'],
    ['5y', '2021-03-31'],
    ['Mtd', '2026-03-01'],
    ['Ytd', '2026-01-01'],
  ])('%s begins on %s and ends today', (code, first) => {
    for (const text of [code, code.toUpperCase(), code.toLowerCase()]) {
      expect(readTransactionRange(text, TODAY)).toEqual({ first, last: TODAY });
    }
  });

  it('is two dates, blanks around them or not, of one day too', () => {
    const range = { first: '2026-02-01', last: '2026-03-15' };
    expect(readTransactionRange('02-01-2026,03-15-2026', TODAY)).toEqual(range);
    expect(readTransactionRange(' 02-01-2026 , 03-15-2026 ', TODAY)).toEqual(range);
    const day = { first: '2024-02-29', last: '2024-02-29' };
    expect(readTransactionRange('02-29-2024,02-29-2024', TODAY)).toEqual(day);
  });

  it.each(['', '4d', '1', 'd', '3 d', 'constructor', '02-01-2026'])(
    'is not the code %j',
    (text) => {
      expect(readTransactionRange(text, TODAY)).toMatchObject({
        ...{ type: 'VALIDATION_FIELD', field: 'daterange', errorCode: 'invalid.choice' },
      });
    },
  );

  it.each([
    '2026-02-01,2026-03-15',
    '02-30-2026,03-15-2026',
    '02-29-2026,03-15-2026',
    '2-1-2026,03-15-2026',
    'x02-01-2026,03-15-2026',
    '02-01-2026x,03-15-2026',
    '02-01-2026,',
    ',',
    '3d,02-01-2026',
    '02-01-2026,03-15-2026,03-16-2026',
  ])('is not the dates %j', (text) => {
    expect(readTransactionRange(text, TODAY)).toMatchObject({
      ...{ type: 'VALIDATION_FIELD', field: 'daterange', errorCode: 'invalid.date' },
    });
  });

  it('does not end before it begins', () => {
    const refused = fieldProblem('daterange', 'invalid.value', 'The first date is the later one.');
    expect(readTransactionRange('03-15-2026,03-14-2026', TODAY)).toEqual(refused);
    expect(readIsoRange('2026-03-15,2026-03-14')).toEqual(refused);
  });
});

describe('daterange of performance [performance.daterange]', () => {
  it('is two ISO dates', () => {
    const range = { first: '2026-02-01', last: '2026-03-15' };
    expect(readIsoRange('2026-02-01,2026-03-15')).toEqual(range);
    for (const text of ['02-01-2026,03-15-2026', '2026-02-30,2026-03-15', '2026-02-01', '3d']) {
      expect(readIsoRange(text)).toMatchObject({ errorCode: 'invalid.date' });
    }
  });
});
