import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '#libs/platform/kernel';
import { dailyValues, readPerformanceRange, summaryOf } from './performance.js';

const known = [
  { date: '2026-01-02', gross: '10', net: '10' },
  { date: '2026-01-05', gross: '11', net: '10.5' },
  { date: '2026-01-06', gross: '9', net: '8.8' },
];

const today = '2026-03-02';

// still the 2nd in New York
const now = '2026-03-03T04:00:00.000Z';

const gross = (first: string, last: string, now = today) =>
  dailyValues(known, { first, last }, 'grossfee', now).map(({ date, value }) => [date, value]);

describe('unit values', () => {
  it('one per day, carried over days without a value, none before the first known', () => {
    expect(gross('2025-12-30', '2026-01-06')).toEqual([
      ['2026-01-02', '10'],
      ['2026-01-03', '10'],
      ['2026-01-04', '10'],
      ['2026-01-05', '11'],
      ['2026-01-06', '9'],
    ]);
    expect(gross('2026-01-04', '2026-01-04')).toEqual([['2026-01-04', '10']]);
    expect(gross('2025-12-01', '2026-01-01')).toEqual([]);
  });

  it('there are none after today', () => {
    expect(gross('2026-01-06', '2027-01-01', '2026-01-07').map(([date]) => date)).toEqual([
      '2026-01-06',
      '2026-01-07',
    ]);
    const day = (first: string, last: string): unknown => gross(first, last, '2026-01-03');
    expect(day('2026-01-04', '2026-01-04')).toEqual([]);
    expect(day('2026-01-03', '2026-01-05')).toEqual([['2026-01-03', '10']]);
    expect(dailyValues([], { first: '9999-12-31', last: '9999-12-31' }, 'netfee', today)).toEqual(
      [],
    );
  });

  it('netfee subtracts fees', () => {
    const days = { first: '2026-01-06', last: '2026-01-06' };
    expect(dailyValues(known, days, 'netfee', today)).toEqual([
      { date: '2026-01-06', value: '8.8' },
    ]);
  });

  it('summary › first and last value, return in percent', () => {
    const values = dailyValues(
      known,
      { first: '2026-01-01', last: '2026-01-05' },
      'grossfee',
      today,
    );
    expect(summaryOf(values)).toEqual({
      firstDate: '2026-01-02',
      firstValue: '10',
      lastDate: '2026-01-05',
      lastValue: '11',
      returnPercent: '10',
    });
    const thirds = [
      { date: 'a', value: '3' },
      { date: 'b', value: '2' },
    ];
    expect(summaryOf(thirds).returnPercent).toBe('-33.3333');
    expect(summaryOf(thirds.slice(0, 1)).returnPercent).toBe('0');
    expect(summaryOf([])).toMatchObject({ firstDate: null, lastValue: null, returnPercent: null });
  });

  it.each([
    ['2026-01-01,2026-01-01', undefined],
    [' 2006-01-01 , 2026-01-01', undefined],
    ['2006-01-01,2026-01-02', 'invalid.value'],
    ['0001-01-01,9999-12-31', 'invalid.value'],
    ['9990-01-01,9999-12-31', undefined],
    ['2026-01-02,2026-01-01', 'invalid.value'],
    ['2026-01-01', 'invalid.date'],
    ['3d', 'invalid.date'],
    ['', 'invalid.date'],
    ['01-01-2026,01-02-2026', 'invalid.date'],
    ['2026-02-29,2026-03-01', 'invalid.date'],
    ['2026-01-01,2026-01-02,2026-01-03', 'invalid.date'],
  ])('daterange %j › %s', (text, errorCode) => {
    expect(readPerformanceRange({ daterange: text }, now)).toMatchObject(
      errorCode === undefined ? { first: expect.anything() } : { field: 'daterange', errorCode },
    );
  });

  it.each([
    [{}, undefined],
    [{ to: now }, undefined],
    [{ from: '2026-01-02T05:00:00.000Z' }, { first: '2026-01-02', last: today }],
    [
      { from: '2026-01-02T04:59:59.999Z', to: now },
      { first: '2026-01-01', last: today },
    ],
    [
      { from: '2026-01-02T05:00:00.000Z', to: '2026-01-03T05:00:00.000Z' },
      { first: '2026-01-02', last: '2026-01-02' },
    ],
    [
      { from: '2026-01-02T05:00:00.000Z', to: '2026-01-03T05:00:00.001Z' },
      { first: '2026-01-02', last: '2026-01-03' },
    ],
    [{ from: '2006-03-01T05:00:00.000Z' }, { field: 'from', errorCode: 'invalid.value' }],
    [
      { from: '2026-01-02T05:00:00.000Z', daterange: '2026-01-01,2026-01-02' },
      { field: 'daterange', errorCode: 'invalid.value' },
    ],
  ])('period %j › %j [lists.daterange]', (period, expected) => {
    const range = readPerformanceRange(period, now);
    if (expected === undefined) expect(range).toBeUndefined();
    else expect(range).toMatchObject(expected);
  });

  it('any range: consecutive days, each with the newest value up to it', () => {
    const day = fc.integer({ min: -10, max: 40 }).map((days) => addDays('2026-01-01', days));
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [first, last] = a < b ? [a, b] : [b, a];
        const values = dailyValues(known, { first, last }, 'netfee', today);
        for (const [index, { date, value }] of values.entries()) {
          if (index > 0) expect(date).toBe(addDays(values[index - 1]?.date ?? '', 1));
          expect(value).toBe(known.filter((point) => point.date <= date).at(-1)?.net);
        }
        expect(values.at(-1)?.date).toBe(last < '2026-01-02' ? undefined : last);
      }),
    );
  });
});
