import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalCode, codesOf, isCode } from '#libs/platform/kernel';
import { isPersonName, OccupationTypes, Titles } from './person.js';

describe('codes of a person', () => {
  it('know their own codes and no inherited names', () => {
    expect(isCode(OccupationTypes, 'Legal')).toBe(true);
    expect(isCode(OccupationTypes, 'legal')).toBe(false);
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '']) {
      expect(isCode(OccupationTypes, name)).toBe(false);
      expect(canonicalCode(codesOf(OccupationTypes), name)).toBeUndefined();
    }
  });

  it('give back their own spelling, whatever the case', () => {
    expect(canonicalCode(Titles, 'DR.')).toBe('Dr.');
    expect(canonicalCode(Titles, 'dr')).toBeUndefined();
    expect(canonicalCode(Titles, 'dr', 'case and full stops')).toBe('Dr.');
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

describe('names', () => {
  it('knows a name', () => {
    const names = [
      'Ann',
      'Jean-Luc',
      'Jean\u2010Luc',
      'Jean\u2011Luc',
      'J. R.',
      'José',
      "O'Brien",
      'D’Arcy',
      'Nu\u0301n\u0303ez',
      '李',
      'Jean\u00a0Luc',
      'Gal·la',
      'レオ・ピント',
      'می\u200cخواهم',
      'क्\u200dष',
    ];
    expect(names.filter((name) => !isPersonName(name))).toEqual([]);
    const others = [
      '',
      ' ',
      '.',
      "'",
      '’',
      'Ann_',
      'Ann1',
      'A,B',
      'A\n',
      'A`B',
      'A"B',
      '\u200cAnn',
      'Ann\u200d',
      'A\u200c\u200dB',
      'A -\u200cB',
      '·',
    ];
    expect(others.filter(isPersonName)).toEqual([]);
  });
});
