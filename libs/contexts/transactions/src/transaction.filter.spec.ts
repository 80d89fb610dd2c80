import { describe, expect, it } from '@jest/globals';
import { matchesFolioTransaction, readFolioTransactionFilter } from './transaction.js';

// a Monday; still the 8th in New York
const now = '2026-06-09T03:00:00.000Z';

const read = (input: Parameters<typeof readFolioTransactionFilter>[0]) =>
  readFolioTransactionFilter(input, now);

describe('transactions of a folio › daterange [folio-transaction.daterange]', () => {
  it.each([
    [undefined, '2026-06-05'],
    ['3d', '2026-06-05'],
    ['5d', '2026-06-03'],
    ['10d', '2026-05-29'],
    ['30d', '2026-05-09'],
    ['1m', '2026-05-08'],
    ['3m', '2026-03-08'],
    ['6m', '2025-12-08'],
    ['12m', '2025-06-08'],
    ['1y', '2025-06-08'],
    ['3y', '2023-06-08'],
    ['5y', '2021-06-08'],
    ['Mtd', '2026-06-01'],
    ['Ytd', '2026-01-01'],
    ['ytd', '2026-01-01'],
  ])('%s begins on %s and ends today', (daterange, first) => {
    const { filter, problems } = read({ daterange });
    expect(problems).toEqual([]);
    expect(filter.period.from?.slice(0, 10)).toBe(first);
    expect(filter.period.to).toBe('2026-06-09T04:00:00.000Z');
  });

  it('dates are days in New York, both included', () => {
    const { filter } = read({ daterange: '01-02-2026, 06-01-2026' });
    expect(filter.period).toEqual({
      from: '2026-01-02T05:00:00.000Z',
      to: '2026-06-02T04:00:00.000Z',
    });
  });

  it('from or to replaces the default [lists.daterange]', () => {
    const [from, to] = ['2020-01-01T05:00:00.000Z', '2021-01-01T05:00:00.000Z'];
    for (const period of [{ from }, { to }, { from, to }]) {
      const { filter, problems } = read(period);
      expect(problems).toEqual([]);
      expect(filter.period).toEqual({ from: undefined, to: undefined, ...period });
    }
  });

  it.each([
    ['', 'invalid.choice'],
    ['4d', 'invalid.choice'],
    ['constructor', 'invalid.choice'],
    ['01-02-2026', 'invalid.choice'],
    ['01-02-2026,', 'invalid.date'],
    ['2026-01-02,2026-06-01', 'invalid.date'],
    ['02-30-2026,03-01-2026', 'invalid.date'],
    ['01-02-2026,01-03-2026,01-04-2026', 'invalid.date'],
    ['01-02-2026,01-01-2026', 'invalid.value'],
  ])('%j is %s', (daterange, errorCode) => {
    const { problems } = read({ daterange });
    expect(problems).toMatchObject([{ type: 'VALIDATION_FIELD', field: 'daterange', errorCode }]);
  });
});

describe('transactions of a folio › the other filters [folio-transaction.category]', () => {
  const trade = { categoryName: 'Trades', subCategoryName: 'Buy', ticker: 'IBM' } as const;
  const sweep = { categoryName: 'CashSweep', subCategoryName: null, ticker: null } as const;
  const selects = (input: Parameters<typeof read>[0]) =>
    [trade, sweep].map((transaction) => matchesFolioTransaction(read(input).filter, transaction));

  it.each([
    [{}, [true, true]],
    [{ category: 'Trades' }, [true, false]],
    [{ category: 'tRADES' }, [true, false]],
    [{ category: 'Rebates' }, [false, false]],
    [{ category: 'CashSweep' }, [false, true]],
    [{ category: 'CashSweep', cashsweep: 'N' }, [false, false]],
    [{ cashsweep: 'N' }, [true, false]],
    [{ cashsweep: 'Y' }, [true, true]],
    [{ subCategoryName: 'Buy' }, [true, false]],
    [{ subCategoryName: 'Sell' }, [false, false]],
    [{ ticker: 'IBM' }, [true, false]],
    [{ ticker: 'SPY, ibm' }, [true, false]],
    [{ ticker: 'SPY' }, [false, false]],
  ])('%j', (input, expected) => expect(selects(input)).toEqual(expected));

  it('names are the same however their accents are composed', () => {
    const report = { categoryName: 'Prämie', subCategoryName: 'a\u0308', ticker: null };
    for (const input of [{ category: 'PRA\u0308MIE' }, { subCategoryName: 'Ä' }]) {
      expect(matchesFolioTransaction(read(input).filter, report)).toBe(true);
    }
  });

  it('every problem in one list', () => {
    const { problems } = read({ daterange: 'x', ticker: 'IBM,,', cashsweep: 'y' });
    expect(problems.map(({ field, errorCode }) => [field, errorCode])).toEqual([
      ['daterange', 'invalid.choice'],
      ['ticker', 'invalid.value'],
      ['cashsweep', 'invalid.choice'],
    ]);
  });
});
