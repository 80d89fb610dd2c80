import { describe, expect, it } from '@jest/globals';
import { table } from './text-layout.js';

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

  it('goes on in the next line where it does not fit, in no word', () => {
    const said = `${'some words '.repeat(8)}end`;
    const lines = table(head, [['a', said], rows[1]!], 40).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(lines.slice(1, -1).join(' ').replace(/\s+/g, ' ')).toBe(`a ${said}`);
    // the narrow columns stay as they are
    expect([lines[0], lines.at(-1)]).toEqual(['NAME  WHAT', 'b     short']);
  });

  it('leaves out columns without anything only where it has to', () => {
    const withEmpty = [['a', undefined, 'x'.repeat(30)]];
    expect(table(['name', 'empty', 'what'], withEmpty, 80)).toContain('EMPTY');
    expect(table(['name', 'empty', 'what'], withEmpty, 36).split('\n')).toEqual([
      'NAME  WHAT',
      `a     ${'x'.repeat(30)}`,
    ]);
  });

  it('is a block of lines for each row where words would have to be broken', () => {
    const words = 'no word of it is broken, however many there are';
    const row = ['2026-03-02T15:00:00.000Z', 'x'.repeat(36), 'y'.repeat(36), undefined, words];
    const shown = table(['time', 'id', 'other', 'empty', 'said'], [row, row], 60);
    const block = [
      'time:   2026-03-02T15:00:00.000Z',
      `id:     ${'x'.repeat(36)}`,
      `other:  ${'y'.repeat(36)}`,
      'said:   no word of it is broken, however many there are',
    ];
    expect(shown.split('\n')).toEqual([...block, '', ...block]);
    const narrower = table(['time', 'id', 'other', 'empty', 'said'], [row], 48).split('\n');
    expect(narrower.slice(-2)).toEqual([
      'said:   no word of it is broken, however many',
      '        there are',
    ]);
  });
});
