import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defined, equalJson } from './objects.js';
import { Secret } from './secret.js';

describe('equalJson', () => {
  it('ignores the order of keys and absent fields', () => {
    expect(equalJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(equalJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  });

  it('sees every other difference', () => {
    expect(equalJson({ a: 1 }, { a: '1' })).toBe(false);
    expect(equalJson([1, 2], [2, 1])).toBe(false);
    expect(equalJson([1], [1, 2])).toBe(false);
    expect(equalJson({ a: null }, {})).toBe(false);
    expect(equalJson({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(equalJson({ a: 1, b: 2 }, { a: 1 })).toBe(false);
    expect(equalJson({ a: 1 }, { b: 1 })).toBe(false);
    expect(equalJson([], {})).toBe(false);
    expect(equalJson({}, [])).toBe(false);
    expect(equalJson(null, {})).toBe(false);
  });

  it('compares secrets by what they hide, and takes an erased one for nothing else', () => {
    const erased = () => Secret.fromSealed('sealed', () => undefined);
    expect(equalJson({ a: Secret.of('1') }, { a: Secret.of('1') })).toBe(true);
    expect(equalJson({ a: Secret.of('1') }, { a: Secret.of('2') })).toBe(false);
    expect(equalJson(Secret.of('1'), {})).toBe(false);
    expect(equalJson({}, Secret.of('1'))).toBe(false);
    expect(equalJson(erased(), erased())).toBe(false);
  });

  it('agrees with the text of the values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const copy = JSON.parse(JSON.stringify(a)) as unknown;
        expect(equalJson(copy, JSON.parse(JSON.stringify(copy)))).toBe(true);
        if (equalJson(a, b)) expect(JSON.stringify(a).length).toBe(JSON.stringify(b).length);
      }),
    );
  });
});

describe('defined', () => {
  it('leaves out what is undefined, and nothing else', () => {
    expect(Object.keys(defined({ a: undefined, b: null, c: 0, d: '' }))).toEqual(['b', 'c', 'd']);
  });
});
