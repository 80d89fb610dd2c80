import { describe, expect, it } from '@jest/globals';
import { table } from './table.js';

const head = ['name', 'what'];
const rows = [
  ['a', 'x'.repeat(60)],
  ['b', 'short'],
];

describe('a table', () => {
  it('has a line for each row where it fits, or where nobody says how wide it may be', () => {
    for (const columns of [undefined, 80]) {
      expect(table(head, rows, columns).split('\n')).toEqual([
        'NAME  WHAT',
        `a     ${'x'.repeat(60)}`,
        'b     short',
      ]);
    }
  });

  it('goes on in the next line where it does not fit, and loses nothing', () => {
    const lines = table(head, rows, 40).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(lines.join('').match(/x/g)).toHaveLength(60);
    expect(lines.at(-1)).toBe('b     short');
    // the narrow columns stay as they are
    expect(lines[0]).toBe('NAME  WHAT');
  });

  it('fits nine wide columns into 80', () => {
    const wide = Array.from({ length: 9 }, () => 'x'.repeat(30));
    const lines = table(wide, [wide], 80).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
