import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  businessDate,
  endOfBusinessDay,
  startOfBusinessDay,
  addDays,
  addMonths,
  addYears,
  ageAt,
  daysBetween,
  isLocalDate,
  startOfMonth,
  startOfYear,
  add24Hours,
  isTimestamp,
  parseDateOrTimestamp,
  parseTimestamp,
  timestampOf,
  wireDateAsTimestamp,
  wireTimestamp,
} from './time.js';

const moment = fc
  .date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2200-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());
const date = moment.map((text) => text.slice(0, 10));

describe('parseTimestamp', () => {
  it.each([
    ['2014-06-17T13:29:40.000-05:00', '2014-06-17T18:29:40.000Z'],
    ['2014-06-17T13:29:40-0500', '2014-06-17T18:29:40.000Z'],
    ['2014-06-17T13:29:40.5Z', '2014-06-17T13:29:40.500Z'],
    ['2014-06-17T13:29:40.123456+05:30', '2014-06-17T07:59:40.123Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['2024-12-31T23:59:59.999-01:00', '2025-01-01T00:59:59.999Z'],
    ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['2014-06-17T13:29:40+18:00', '2014-06-16T19:29:40.000Z'],
  ])('reads %s', (text, expected) => {
    expect(parseTimestamp(text)).toBe(expected);
  });

  it.each([
    '2023-02-29T00:00:00Z',
    '2023-13-01T00:00:00Z',
    '2023-04-31T00:00:00Z',
    '2023-01-01T24:00:00Z',
    '2023-01-01T00:60:00Z',
    '2023-01-01T00:00:60Z',
    '2023-01-01T00:00:00',
    '2023-01-01T00:00:00+19:00',
    '2023-11-31T00:00:00Z',
    '2023-01-32T00:00:00Z',
    'x2023-01-01T00:00:00Z',
    '2023-01-01T00:00:00Zx',
    '2023-01-01T00:00:00+01:60',
    '2023-01-01 00:00:00Z',
    '2023-01-01',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00Z',
    '',
    'now',
  ])('refuses %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('reads back its wire form', () => {
    fc.assert(
      fc.property(moment, (at) => {
        expect(parseTimestamp(wireTimestamp(at))).toBe(at);
        expect(parseTimestamp(at)).toBe(at);
        expect(isTimestamp(at)).toBe(true);
      }),
    );
  });

  it('is the same moment whatever the offset', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (at, minutes) => {
        const local = timestampOf(Date.parse(at) + minutes * 60_000).slice(0, -1);
        const pad = (n: number): string => String(n).padStart(2, '0');
        const [h, m] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        expect(parseTimestamp(`${local}${minutes < 0 ? '-' : '+'}${pad(h)}${pad(m)}`)).toBe(at);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseTimestamp(text) === undefined || isTimestamp(parseTimestamp(text) ?? '')).toBe(
          true,
        );
      }),
    );
  });
});

describe('dates that may come as timestamps', () => {
  it('keep the day that was written', () => {
    expect(parseDateOrTimestamp('1960-01-01')).toBe('1960-01-01');
    expect(parseDateOrTimestamp('1960-01-01T00:00:00.000-05:00')).toBe('1960-01-01');
    expect(parseDateOrTimestamp('1960-01-01T23:00:00.000-05:00')).toBe('1960-01-01');
    expect(parseDateOrTimestamp('1960-02-30')).toBeUndefined();
    expect(parseDateOrTimestamp('01/02/1960')).toBeUndefined();
    expect(wireDateAsTimestamp('1960-01-01')).toBe('1960-01-01T00:00:00.000+00:00');
  });
});

describe('local dates', () => {
  it('refuses days that do not exist', () => {
    expect(['2000-02-29', '1900-02-28', '2024-12-31'].every(isLocalDate)).toBe(true);
    expect(
      ['1900-02-29', '2023-00-10', '2023-1-1', '2023-06-31', '0000-01-01'].some(isLocalDate),
    ).toBe(false);
  });

  it('adds days as the calendar does', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2023-12-31', 1)).toBe('2024-01-01');
    fc.assert(
      fc.property(date, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        const to = addDays(from, days);
        expect(isLocalDate(to)).toBe(true);
        expect(daysBetween(from, to)).toBe(days);
      }),
    );
  });

  it('keeps months inside their month', () => {
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(addMonths('2024-01-15', -1)).toBe('2023-12-15');
    expect(addYears('2024-02-29', 1)).toBe('2025-02-28');
    expect(startOfMonth('2024-05-17')).toBe('2024-05-01');
    expect(startOfYear('2024-05-17')).toBe('2024-01-01');
    fc.assert(
      fc.property(date, fc.integer({ min: -600, max: 600 }), (from, months) => {
        const to = addMonths(from, months);
        const count = (day: string): number =>
          Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
        expect(isLocalDate(to)).toBe(true);
        expect(count(to) - count(from)).toBe(months);
      }),
    );
  });

  it('ages on the birthday', () => {
    expect(ageAt('2000-06-15', '2018-06-14')).toBe(17);
    expect(ageAt('2000-06-15', '2018-06-15')).toBe(18);
    expect(ageAt('2004-02-29', '2022-02-28')).toBe(17);
    expect(ageAt('2004-02-29', '2022-03-01')).toBe(18);
    expect(ageAt('2004-02-29', '2024-02-29')).toBe(20);
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 110 }), (born, years) => {
        const birthday = addYears(born, years);
        const leapling = born.endsWith('-02-29') && !birthday.endsWith('-02-29');
        expect(ageAt(born, leapling ? addDays(birthday, 1) : birthday)).toBe(years);
        expect(ageAt(born, addDays(birthday, -1))).toBe(years - 1);
      }),
    );
  });
});

describe('business dates', () => {
  it('are those of New York', () => {
    expect(businessDate('2024-01-01T04:59:59.999Z')).toBe('2023-12-31');
    expect(businessDate('2024-01-01T05:00:00.000Z')).toBe('2024-01-01');
    expect(businessDate('2024-07-01T03:59:59.999Z')).toBe('2024-06-30');
    expect(businessDate('2024-07-01T04:00:00.000Z')).toBe('2024-07-01');
  });

  it('start and end with the clock changes', () => {
    expect(startOfBusinessDay('2024-03-10')).toBe('2024-03-10T05:00:00.000Z');
    expect(endOfBusinessDay('2024-03-10')).toBe('2024-03-11T04:00:00.000Z');
    expect(startOfBusinessDay('2024-11-03')).toBe('2024-11-03T04:00:00.000Z');
    expect(endOfBusinessDay('2024-11-03')).toBe('2024-11-04T05:00:00.000Z');
  });

  it('the last date ends after every moment', () => {
    const last = parseTimestamp('9999-12-31T23:59:59.999Z') ?? '';
    expect(last < endOfBusinessDay('9999-12-31')).toBe(true);
    expect(last < endOfBusinessDay('9999-12-30')).toBe(false);
  });

  it('contain their own first moment and not the one before', () => {
    fc.assert(
      fc.property(date, (day) => {
        const start = startOfBusinessDay(day);
        expect(businessDate(start)).toBe(day);
        expect(businessDate(timestampOf(Date.parse(start) - 1))).toBe(addDays(day, -1));
      }),
    );
  });
});

describe('moments', () => {
  it('move', () => {
    const at = '2024-03-10T05:00:00.000Z';
    expect(add24Hours(at, -10)).toBe('2024-02-29T05:00:00.000Z');
    expect(isTimestamp('2024-03-10T25:00:00.000Z')).toBe(false);
  });
});
