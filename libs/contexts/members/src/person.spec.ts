import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalCode, codesOf, isCode } from '#libs/platform/kernel';
import { OccupationTypes, Titles } from './person.js';

describe('codes of a person', () => {
  it('know their own codes and no inherited names', () => {
    expect(isCode(Titles, 'Dr.')).toBe(true);
    expect(isCode(Titles, 'dr.')).toBe(false);
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '']) {
      expect(isCode(Titles, name)).toBe(false);
      expect(canonicalCode(codesOf(Titles), name)).toBeUndefined();
    }
  });

  it('give back their own spelling, whatever the case', () => {
    expect(canonicalCode(codesOf(Titles), 'DR.')).toBe('Dr.');
    expect(canonicalCode(codesOf(Titles), 'dr')).toBeUndefined();
    expect(canonicalCode(codesOf(Titles), 'dr', 'case and full stops')).toBe('Dr.');
    expect(canonicalCode(codesOf(OccupationTypes), 'other/not specified')).toBe(
      'Other/Not Specified',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...codesOf(OccupationTypes)),
        fc.infiniteStream(fc.boolean()),
        (code, upper) => {
          const sent = Array.from(code, (c) =>
            upper.next().value ? c.toUpperCase() : c.toLowerCase(),
          ).join('');
          expect(canonicalCode(codesOf(OccupationTypes), sent)).toBe(code);
        },
      ),
    );
  });
});
