import { describe, expect, it } from '@jest/globals';
import { isISO31661Alpha2 } from 'class-validator';
import { isCountryCode } from './identifiers.js';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

describe('codes of countries', () => {
  it('are those of ISO 3166, and Kosovo’s', () => {
    expect(PAIRS.filter(isCountryCode)).toEqual(
      PAIRS.filter((code) => code === 'XK' || isISO31661Alpha2(code)),
    );
  });

  it.each(['', 'U', 'us', 'U5', 'USA', 'US ', 'United States', '001'])('%j is none', (text) => {
    expect(isCountryCode(text)).toBe(false);
  });
});
