import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { IndexValue } from './document-store.js';
import {
  encodeIndexValue,
  endOfIndexValue,
  fieldValues,
  indexKeys,
  LONGEST_VALUE,
  writeIndexValue,
} from './index-key.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '\0', 'a\0', 'a\0b', 'a'),
);
const value = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

/** The order the port promises. */
function compare(a: IndexValue, b: IndexValue): number {
  const rank = (x: IndexValue): number =>
    ['object', 'number', 'string', 'boolean'].indexOf(typeof x);
  if (rank(a) !== rank(b)) return Math.sign(rank(a) - rank(b));
  if (typeof a === 'string') return Buffer.from(a).compare(Buffer.from(b as string));
  return Math.sign(Number(a) - Number(b)) || 0;
}

describe('index keys', () => {
  it('compare as the values do', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(encodeIndexValue(a).compare(encodeIndexValue(b))).toBe(compare(a, b));
      }),
      { numRuns: 1_000 },
    );
  });

  it('compare as the lists of values do, and can be taken apart', () => {
    const pair = fc.tuple(value, value);
    fc.assert(
      fc.property(pair, pair, ([a1, a2], [b1, b2]) => {
        const a = Buffer.concat([encodeIndexValue(a1), encodeIndexValue(a2)]);
        const b = Buffer.concat([encodeIndexValue(b1), encodeIndexValue(b2)]);
        expect(a.compare(b)).toBe(compare(a1, b1) || compare(a2, b2));
        const middle = endOfIndexValue(a, 0);
        expect(a.subarray(0, middle)).toEqual(encodeIndexValue(a1));
        expect(endOfIndexValue(a, middle)).toBe(a.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are the same bytes when written in place, and never too long', () => {
    const any = fc.oneof(
      value,
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.constant('\0'.repeat(400)),
    );
    const target = Buffer.alloc(3 + LONGEST_VALUE);
    fc.assert(
      fc.property(any, (one) => {
        const end = writeIndexValue(target, 3, one);
        expect(target.subarray(3, end)).toEqual(encodeIndexValue(one));
      }),
    );
  });

  it('stay short for long texts, which they tell apart', () => {
    const [a, b] = ['1', '2'].map((end) => encodeIndexValue('ä'.repeat(5_000) + end));
    expect(a?.length).toBeLessThan(250);
    expect(a).not.toEqual(b);
  });

  it('refuse what has no order', () => {
    expect(() => encodeIndexValue(Number.NaN)).toThrow(TypeError);
    expect(() => encodeIndexValue(Number.POSITIVE_INFINITY)).toThrow(TypeError);
    expect(() => fieldValues({ a: {} }, 'a')).toThrow(TypeError);
  });

  it('are one for each distinct element of the only array', () => {
    const keys = (fields: string[], document: Record<string, unknown>): number =>
      indexKeys({ name: 'i', fields }, document).length;
    expect(keys(['a', 'b'], { a: 1, b: ['x', 'y', 'x'] })).toBe(2);
    expect(keys(['b.c', 'a'], { a: 1, b: [{ c: 1 }, { c: 2 }, {}] })).toBe(3);
    expect(keys(['b'], { b: [] })).toBe(0);
    expect(keys(['b'], {})).toBe(1);
    expect(() => keys(['a', 'b'], { a: [1], b: [2] })).toThrow('two arrays');
  });
});
