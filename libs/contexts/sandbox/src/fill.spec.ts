import { describe, expect, it } from '@jest/globals';
import { addDuration, isDuration } from './clock.js';
import { fillOf, positionsAfter } from './fill.js';

describe('a duration [sandbox.clock]', () => {
  it.each([
    ['P10D', '2026-02-10T10:00:00.000Z'],
    ['P1M', '2026-02-28T10:00:00.000Z'],
    ['P1Y1M', '2027-02-28T10:00:00.000Z'],
    ['P2W', '2026-02-14T10:00:00.000Z'],
    ['PT36H', '2026-02-01T22:00:00.000Z'],
    ['P1DT1M1S', '2026-02-01T10:01:01.000Z'],
  ])('%s later', (duration, later) => {
    expect(isDuration(duration)).toBe(true);
    expect(addDuration('2026-01-31T10:00:00.000Z', duration)).toBe(later);
  });

  it.each(['', 'P', 'PT', '10D', 'P-1D', 'P1.5D', 'P1D1M', 'p1d'])('%j is none', (text) => {
    expect(isDuration(text)).toBe(false);
  });

  it('does not lead beyond the calendar', () => {
    expect(addDuration('9999-12-31T10:00:00.000Z', 'P1D')).toBeUndefined();
    expect(addDuration('9999-12-31T10:00:00.000Z', 'PT20H')).toBeUndefined();
  });
});

describe('a fill [sandbox.orders]', () => {
  const one = {
    securityOrderOid: '1',
    ticker: 'IBM',
    side: '1',
    state: 'O',
    requestedDollarAmount: null,
    requestedShareAmount: null,
    estimatedDollarAmount: null,
    limitPrice: null,
  } as const;
  const filledBy = (fields: object, prices: readonly (readonly [string, string])[] = []) =>
    fillOf({ securityOrders: [{ ...one, ...fields }] }, new Map(prices)).securityOrders?.[0];

  it('fills the requested dollars or shares at the given price, the limit, or the default', () => {
    const prices = [['IBM', '30']] as const;
    expect(filledBy({ requestedDollarAmount: '100' }, prices)).toMatchObject({
      filledDollarAmount: '100',
      filledShareAmount: '3.3333',
      filledPrice: '30',
    });
    const limited = { requestedShareAmount: '2', limitPrice: '40' };
    expect(filledBy(limited)).toMatchObject({ filledDollarAmount: '80', filledPrice: '40' });
    expect(filledBy(limited, prices)).toMatchObject({ filledDollarAmount: '60' });
    expect(filledBy({ requestedShareAmount: '2' })).toMatchObject({ filledDollarAmount: '200' });
    expect(filledBy({})).toMatchObject({ filledDollarAmount: '0', filledShareAmount: '0' });
  });

  it('fills only what is open', () => {
    expect(filledBy({ state: 'F' })).toBeUndefined();
  });

  it('changes positions, but never below zero', () => {
    const order = {
      securityOrders: [
        { ...one, requestedShareAmount: '2' },
        { ...one, securityOrderOid: '2', ticker: 'VTI', side: '2', requestedShareAmount: '9' },
        { ...one, securityOrderOid: '3', ticker: 'BND', requestedShareAmount: '1' },
        { ...one, securityOrderOid: '4', ticker: null, requestedShareAmount: '1' },
      ] as const,
    };
    const before = [
      { ticker: 'IBM', shareQuantity: '1.5' },
      { ticker: 'VTI', shareQuantity: '4' },
      { ticker: 'AGG', shareQuantity: '7' },
    ];
    const { securityOrders: fills } = fillOf(order, new Map());
    expect(positionsAfter(before, order, fills)).toEqual([
      { ticker: 'IBM', shareQuantity: '3.5' },
      { ticker: 'AGG', shareQuantity: '7' },
      { ticker: 'BND', shareQuantity: '1' },
    ]);
  });
});
