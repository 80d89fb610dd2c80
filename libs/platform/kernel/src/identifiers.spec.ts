import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isApiKey,
  isLoginId,
  isNumericOid,
  isOid,
  isPersonTaxId,
  parseTicker,
  TICKER,
} from './identifiers.js';
import { isEmail, isPrintable, isTelephone, characterCount } from './text.js';

describe('tickers [folio.ticker]', () => {
  it.each([
    'A',
    'IBM',
    'GOOGL',
    'BRK.B',
    'BF-B',
    'BAC-PB',
    'BAC.PRL',
    'XYZ.WS.A',
    '912828YK0',
    'BRK/B',
    'IB1',
  ])('takes %s', (text) => {
    expect(TICKER.test(text)).toBe(true);
  });
  it.each([
    '',
    'ibm',
    'TENLETTERS',
    'A B',
    'BRK.',
    '.B',
    'BRK.BCDEF',
    'IBM\n',
    'A.B.C.D',
    'A..B',
    'É',
  ])('refuses %j', (text) => {
    expect(TICKER.test(text)).toBe(false);
  });
  it('forgives blanks and small letters on input', () => {
    expect(parseTicker(' brk.b ')).toBe('BRK.B');
    expect(parseTicker('not a ticker')).toBeUndefined();
  });
});

describe('login ids', () => {
  it.each(['abc', 'john.doe@example.com', 'a+b', '1ab', 'A_-.@+z', 'x'.repeat(64)])(
    'takes %s',
    (text) => {
      expect(isLoginId(text)).toBe(true);
    },
  );
  it.each([
    'ab',
    '.abc',
    '-abc',
    'a b c',
    'a/b',
    'a%2fb',
    'abc\n',
    'ábc',
    'x'.repeat(65),
    '..',
    'abc\0',
  ])('refuses %j', (text) => {
    expect(isLoginId(text)).toBe(false);
  });
  it('are safe in a path', () => {
    fc.assert(
      fc.property(fc.string().filter(isLoginId), (text) => {
        expect(new URL(`http://h/members/${text}`).pathname).toBe(`/members/${text}`);
      }),
    );
  });
});

describe('other identifiers', () => {
  it('know their shapes', () => {
    expect(isNumericOid('10000001')).toBe(true);
    expect(isNumericOid('01')).toBe(false);
    expect(isNumericOid('1'.repeat(19))).toBe(true);
    expect(isNumericOid('1'.repeat(20))).toBe(false);
    expect(isOid('plan-1')).toBe(true);
    expect(isOid('x')).toBe(true);
    expect(isOid('x'.repeat(64))).toBe(true);
    expect(isOid('x'.repeat(65))).toBe(false);
    expect(isOid('../x')).toBe(false);
    expect(isApiKey('demo-key')).toBe(true);
    expect(isApiKey('eight888')).toBe(true);
    expect(isApiKey('seven77')).toBe(false);
    expect(isApiKey('k'.repeat(65))).toBe(false);
  });
});

describe('tax ids', () => {
  it.each(['123456789', '001010001', '899990001', '900500001', '999990001', '912701234'])(
    'takes the person %s',
    (text) => {
      expect(isPersonTaxId(text)).toBe(true);
    },
  );
  it.each([
    '000123456',
    '666123456',
    '123006789',
    '123450000',
    '900490001',
    '900660001',
    '900890001',
    '900930001',
    '900700000',
    '12345678',
    '1234567890',
    '123-45-6789',
    '12345678a',
  ])('refuses the person %s', (text) => {
    expect(isPersonTaxId(text)).toBe(false);
  });
  it('takes the groups of an ITIN and no others', () => {
    const taken = [
      [50, 65],
      [70, 88],
      [90, 92],
      [94, 99],
    ] as const;
    for (let group = 0; group < 100; group++) {
      const text = `987${String(group).padStart(2, '0')}4321`;
      const expected = taken.some(([from, to]) => group >= from && group <= to);
      expect([text, isPersonTaxId(text)]).toEqual([text, expected]);
    }
  });
});

describe('text', () => {
  it('tells what can be seen', () => {
    expect(isPrintable('Ann-Marie O’Neil 🦊')).toBe(true);
    expect(['', '  ', 'می\u200cخواهم', '👩\u200d👧'].every(isPrintable)).toBe(true);
    expect(['a\0b', 'a\nb', '\ud800', 'x\u2028'].some(isPrintable)).toBe(false);
    expect(['\u202efdp.exe', 'a\u2066b\u2069'].some(isPrintable)).toBe(false);
    expect(['\u200b', ' \u200d\ufeff ', '\u3164', '\u115f ', '\u2800'].some(isPrintable)).toBe(
      false,
    );
    expect(['\u0301', '\ufe0f', '\u{e0001}'].some(isPrintable)).toBe(false);
    expect(['e\u0301', '❤\ufe0f', '한\u115f', '#️⃣'].every(isPrintable)).toBe(true);
    expect(characterCount('🦊')).toBe(1);
    expect(characterCount('e\u0301'.repeat(3))).toBe(3);
    expect(characterCount('\u1100\u1161\u11a8')).toBe(1);
    // excluded from composition
    expect(characterCount('\u0958')).toBe(2);
  });
  it('knows an e-mail address', () => {
    expect(['a@b.co', 'first.last+tag@sub.example.com', "o'brien@example.org"].every(isEmail)).toBe(
      true,
    );
    expect(
      [
        'a',
        'a@b',
        'a b@c.de',
        '@c.de',
        'a@-c.de',
        'a..b@c.de',
        'a@c.de\n',
        `${'x'.repeat(65)}@c.de`,
      ].some(isEmail),
    ).toBe(false);
    const parts = `${'x'.repeat(60)}.`.repeat(3);
    expect(isEmail(`${parts}${'x'.repeat(60)}@${'y'.repeat(7)}.de`)).toBe(true);
    expect(isEmail(`${parts}${'x'.repeat(60)}@${'y'.repeat(8)}.de`)).toBe(false);
  });
  it('knows a telephone number', () => {
    expect(
      [
        '5512253365',
        '(551) 225-3365',
        '+44 20 7946 0958',
        '551-225-3365 x12',
        '551-225-3365 EXT. 12',
        '551.225.3365',
        '1'.repeat(7),
        '1'.repeat(15),
        '551\u2011225\u20133365',
        '551\u2212225\uff0d3365',
        '(551)\u00a0225\u202f3365',
        '+44\u200920\u20077946 0958',
        '551\u301c225\ufe313365',
        '551\u16802253365',
      ].every(isTelephone),
    ).toBe(true);
    expect(
      [
        '',
        '1'.repeat(6),
        '12(34)56',
        'call me',
        'call 5512253365',
        '5512253365\n',
        '1'.repeat(16),
        '+1 (555) abc',
      ].some(isTelephone),
    ).toBe(false);
  });
});
