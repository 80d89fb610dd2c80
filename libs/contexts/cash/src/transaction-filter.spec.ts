import { describe, expect, it } from '@jest/globals';
import { readFilter } from './transaction-filter.js';

// a Monday; still the 8th in New York
const now = '2026-06-09T03:00:00.000Z';

function range(daterange: string): readonly string[] | undefined {
  const { filter, problems } = readFilter({ daterange }, now);
  const { from, to } = filter.created;
  expect(problems).toHaveLength(from === undefined ? 1 : 0);
  return from === undefined || to === undefined ? undefined : [from, to];
}

describe('filters of the list', () => {
  it.each([
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
    ['ytd', '2026-01-01'],
  ])('daterange %s begins on %s and ends today', (code, first) => {
    const [from, before] = range(code) ?? [];
    expect(from?.slice(0, 10)).toBe(first);
    expect(before).toBe('2026-06-09T04:00:00.000Z');
  });

  it('dates are New York days, both included', () => {
    const days = ['2026-01-02T05:00:00.000Z', '2026-06-02T04:00:00.000Z'];
    expect(range('01-02-2026,06-01-2026')).toEqual(days);
    expect(range(' 2026-01-02 , 2026-06-01 ')).toEqual(days);
  });

  it.each(['', '4d', 'constructor', '01-02-2026', '01-02-2026,', '01-02-2026,01-01-2026', '1,2,3'])(
    'daterange %j is 9053',
    (daterange) => {
      expect(range(daterange)).toBeUndefined();
      expect(readFilter({ daterange }, now).problems[0]?.message).toContain('yyyy-MM-dd,');
    },
  );

  it('without filters selects all', () => {
    expect(readFilter({}, now)).toEqual({ filter: { created: {} }, problems: [] });
  });
});
