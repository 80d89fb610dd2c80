import { describe, expect, it } from '@jest/globals';
import { Decimal as Global } from 'decimal.js';
import fc from 'fast-check';
import { Decimal, decimalOf, parseDecimal } from './decimal.js';
import { Money } from './money.js';
import { Percent } from './percent.js';
import { Quantity } from './quantity.js';

/** Decimal strings of cents, with their value in whole cents. */
const cents = fc
  .bigInt({ min: 0n, max: 10n ** 15n })
  .map((value) => ({ value, text: `${value / 100n}.${String(value % 100n).padStart(2, '0')}` }));

describe('parseDecimal', () => {
  it.each(['0', '0.10', '12', '999999999999999.999999999999999', '007'])('reads %s', (text) => {
    expect(parseDecimal(text)).toBeDefined();
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '1.',
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
    '1,000',
    '-1',
    '-0',
    '١',
  ])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  it('keeps to the decimals allowed', () => {
    expect(parseDecimal('1.23', { maxDecimals: 2 })?.toFixed()).toBe('1.23');
    expect(parseDecimal('1.234', { maxDecimals: 2 })).toBeUndefined();
    expect(parseDecimal(`1.23${'0'.repeat(30)}`, { maxDecimals: 2 })?.toFixed()).toBe('1.23');
    expect(parseDecimal('100.000', { maxDecimals: 0 })?.toFixed()).toBe('100');
    expect(parseDecimal('1', { maxDecimals: 0 })?.toFixed()).toBe('1');
    expect(parseDecimal(`0.${'1'.repeat(16)}`)).toBeUndefined();
  });

  it('takes a sign only when told so', () => {
    expect(parseDecimal('-1.5', { negative: true })?.toFixed()).toBe('-1.5');
    expect(decimalOf('-1.5').toFixed()).toBe('-1.5');
  });

  it('leaves the library everyone shares alone', () => {
    expect(Global.precision).toBe(20);
    expect(new Decimal(1).dividedBy(3).precision()).toBe(60);
  });

  it('throws where code relies on it, without showing the value', () => {
    expect(() => decimalOf('secret')).toThrow('not a decimal string');
    expect(() => Money.of('secret')).toThrow(/^not (?!.*secret)/);
    expect(() => Percent.of('secret')).toThrow(/^not (?!.*secret)/);
    expect(() => Quantity.of('secret')).toThrow(/^not (?!.*secret)/);
  });
});

describe('Money', () => {
  it('reads what can be paid', () => {
    expect(Money.parse('12')?.toString()).toBe('12.00');
    expect(Money.parse('0.1')?.toString()).toBe('0.10');
    expect(Money.parse('0.001')).toBeUndefined();
    expect(Money.parse('-1')).toBeUndefined();
  });

  it('keeps a price exact until it is paid', () => {
    const exact = Money.of('10.3333').times(Quantity.of('0.125'));
    expect(exact.toString()).toBe('1.2916625');
    expect(exact.rounded().toString()).toBe('1.29');
    expect(Money.of('0.005').rounded().toString()).toBe('0.01');
    expect(Money.of('-0.005').rounded().toString()).toBe('-0.01');
    expect(Money.of('200').percent(Percent.of('0.25')).toString()).toBe('0.50');
  });

  it('adds like whole cents', () => {
    fc.assert(
      fc.property(fc.array(cents), (amounts) => {
        const total = Money.sum(amounts.map((each) => Money.of(each.text)));
        const expected = amounts.reduce((sum, each) => sum + each.value, 0n);
        expect(total.times(Quantity.of('100')).toString()).toBe(`${expected}.00`);
      }),
    );
  });

  it('gives back what it read', () => {
    fc.assert(
      fc.property(cents, ({ text }) => {
        expect(Money.parse(text)?.toString()).toBe(text);
      }),
    );
  });

  it('orders', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const [left, right] = [Money.of(a.text), Money.of(b.text)];
        expect(left.lessThan(right)).toBe(a.value < b.value);
        expect(left.greaterThan(right)).toBe(a.value > b.value);
        expect(left.equals(right)).toBe(a.value === b.value);
      }),
    );
    const [one, same] = [Money.of('1'), Money.of('1.00')];
    expect([one.lessThan(same), one.greaterThan(same), one.equals(same)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(Money.zero.isZero()).toBe(true);
    expect(JSON.stringify({ amount: Money.of('-2.5') })).toBe('{"amount":"-2.50"}');
    expect(Money.of('-2.5').greaterThan(Money.zero)).toBe(false);
    expect(Money.of('2.5').greaterThan(Money.zero)).toBe(true);
  });
});

describe('Percent', () => {
  it('is 0 to 100 with the decimals allowed', () => {
    expect(Percent.parse('100', 2)?.toString(2)).toBe('100.00');
    expect(Percent.parse('33.33', 2)?.toString()).toBe('33.33');
    expect(Percent.parse('100.01', 2)).toBeUndefined();
    expect(Percent.parse('1.001', 2)).toBeUndefined();
    expect(Percent.parse('-1', 2)).toBeUndefined();
    expect(Percent.parse('0', 2)?.toString()).toBe('0');
  });

  it('adds up to a hundred exactly or not at all', () => {
    const all = (...texts: string[]): boolean =>
      Percent.addUpToHundred(texts.map((text) => Percent.of(text)));
    expect(all('33.33', '33.33', '33.34')).toBe(true);
    expect(all('33.33', '33.33', '33.33')).toBe(false);
    expect(all('99.99')).toBe(false);
    expect(all()).toBe(false);
  });

  it('splits of a hundred always add up', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 20 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), 10_000];
        const parts = edges.slice(1).map((edge, at) => edge - (edges[at] ?? 0));
        const texts = parts.map(
          (part) => `${Math.floor(part / 100)}.${String(part % 100).padStart(2, '0')}`,
        );
        expect(Percent.addUpToHundred(texts.map((text) => Percent.of(text)))).toBe(true);
      }),
    );
  });
});

describe('Quantity', () => {
  it('knows whole shares from fractions', () => {
    expect(Quantity.of('10.000').isWhole()).toBe(true);
    expect(Quantity.of('0.5').isWhole()).toBe(false);
    expect(Quantity.of('10.500').toString()).toBe('10.5');
    expect(Quantity.of('1.10').compare(Quantity.of('1.1'))).toBe(0);
    expect(Quantity.of('-2').compare(Quantity.of('1'))).toBe(-1);
  });
});
