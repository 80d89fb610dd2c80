import { expect, it } from '@jest/globals';
import { federalDueDate } from './series.js';

it('taxes are due on 15 April, or after a weekend and Emancipation Day', () => {
  const years = Array.from({ length: 16 }, (_, n) => 2020 + n);
  expect(years.map(federalDueDate)).toEqual([
    ...['2020-04-15', '2021-04-15', '2022-04-18', '2023-04-18', '2024-04-15', '2025-04-15'],
    ...['2026-04-15', '2027-04-15', '2028-04-18', '2029-04-17', '2030-04-15', '2031-04-15'],
    ...['2032-04-15', '2033-04-18', '2034-04-18', '2035-04-17'],
  ]);
});
