import { describe, expect, it } from '@jest/globals';
import { fieldProblem } from '#libs/platform/kernel';
import { accepted, orders, refused } from '../test/deciding.js';
import { buy, direct, facts, order, placed, placing } from '../test/order-fixtures.js';

describe('POST …/orders', () => {
  it('"Folio order": every key has a value, or null for unknown', () => {
    orders.given([]).when(placing()).then([placed()]);
    expect(Object.values(order())).not.toContain(undefined);
  });

  it('defaults: reasonForTrade NS, relief method of the account, amount basis of the order', () => {
    expect(accepted(placing())).toMatchObject({
      reasonForTrade: 'NS',
      taxlotReliefMethod: 'LGHL',
      securityOrders: [{ dollarShareBasedIndicator: 'D' }],
    });
    const given = { reasonForTrade: 'RB', taxlotReliefMethod: 'FIFO' } as const;
    expect(accepted(placing(given))).toMatchObject(given);
  });

  it('dollars per side: zero without that side, null while a part is unknown', () => {
    const sell = {
      security: { ticker: 'AAPL' },
      side: '2',
      requestedDollarAmount: '20.5',
    } as const;
    const inShares = {
      security: { ticker: 'MSFT' },
      side: '2',
      dollarShareBasedIndicator: 'S',
      requestedShareAmount: '1.50',
    } as const;
    expect(accepted(placing({ securityOrders: [buy, sell] }))).toMatchObject({
      requestedBuyDollarAmount: '500.00',
      requestedSellDollarAmount: '20.50',
    });
    expect(accepted(placing({ securityOrders: [buy, sell, inShares] }))).toMatchObject({
      requestedBuyDollarAmount: '500.00',
      requestedSellDollarAmount: null,
      securityOrders: [{}, {}, { requestedShareAmount: '1.5', requestedDollarAmount: null }],
    });
  });

  it('estimates: shares at their limit price', () => {
    const limit = accepted(direct({ requestedShareAmount: '3', limitPrice: '10.015' }));
    expect(limit).toMatchObject({
      orderSubType: 'L',
      estimatedBuyDollarAmount: '30.05',
      securityOrders: [
        { estimatedDollarAmount: '30.05', estimatedShareAmount: '3', estimatedPrice: '10.015' },
      ],
    });
    expect(accepted(direct())).toMatchObject({ estimatedBuyDollarAmount: null });
    const huge = { requestedShareAmount: '999999999999', limitPrice: '9999999.9999' };
    expect(refused(direct(huge))).toEqual(['invalid.value requestedShareAmount']);
  });

  it.each([
    ['M', {}],
    ['L', { limitPrice: '1' }],
    ['S', { stopPrice: '1' }],
    ['X', { limitPrice: '1', stopPrice: '2' }],
  ] as const)('orderSubType %s is derived from the prices', (orderSubType, prices) => {
    expect(accepted(direct(prices))).toMatchObject({ orderSubType });
    const { input, ...rest } = direct(prices);
    expect(accepted({ ...rest, input: { ...input, orderSubType } })).toMatchObject({
      orderSubType,
    });
    const other = orderSubType === 'M' ? 'L' : 'M';
    const wrong = { ...rest, input: { ...input, orderSubType: other } } as const;
    expect(refused(wrong)).toEqual(['invalid.value orderSubType']);
  });

  it('orderSubType is null when security orders differ', () => {
    const shares = { side: '1', requestedShareAmount: '1' } as const;
    const securityOrders = [
      { ...shares, security: { ticker: 'IBM' }, limitPrice: '1' },
      { ...shares, security: { ticker: 'AAPL' } },
    ];
    const input = { orderType: 'D', dollarShareBasedIndicator: 'S', securityOrders } as const;
    expect(accepted(placing(input))).toMatchObject({ orderSubType: null });
    expect(refused(placing({ ...input, orderSubType: 'L' }))).toEqual([
      'invalid.value orderSubType',
    ]);
  });

  it('problems are reported for each security order', () => {
    const { security, side } = buy;
    const other = { security: { ticker: 'AAPL' }, side };
    orders
      .given([])
      .when(placing({ securityOrders: [{ security, side }, other] }))
      .thenRefused(
        [0, 1].map((item) =>
          fieldProblem(
            'requestedDollarAmount',
            'cannot.be.null',
            `securityOrders[${item}]: It is required with dollarShareBasedIndicator D.`,
          ),
        ),
      );
  });

  it('tickers are unique', () => {
    expect(refused(placing({ securityOrders: [buy, { ...buy, side: '2' }] }))).toEqual([
      'invalid.value ticker',
    ]);
  });

  it('dollars with D, shares with S, not both', () => {
    expect(refused(direct({ requestedDollarAmount: '1' }))).toEqual([
      'invalid.value requestedDollarAmount',
    ]);
    const inShares = { ...buy, requestedShareAmount: '1' };
    expect(refused(placing({ securityOrders: [inShares] }))).toEqual([
      'invalid.value requestedShareAmount',
    ]);
  });

  it('L needs both prices; W and A have none', () => {
    expect(refused(direct({}, {}, 'L'))).toEqual([
      'cannot.be.null limitPrice',
      'cannot.be.null stopPrice',
    ]);
    expect(accepted(direct({ limitPrice: '1', stopPrice: '1' }, {}, 'L')).orderType).toBe('L');
    for (const orderType of ['W', 'A'] as const) {
      const priced = { ...buy, limitPrice: '1', stopPrice: '1' };
      expect(refused(placing({ orderType, securityOrders: [priced] }))).toEqual([
        'order.type.rule limitPrice',
        'order.type.rule stopPrice',
      ]);
    }
  });

  it('scheduledWindowDatetime: only for W and A, in the future', () => {
    const later = '2026-03-02T15:00:00.001Z';
    expect(accepted(placing({ scheduledWindowDatetime: later }))).toMatchObject({
      scheduledWindowDatetime: later,
    });
    const now = { scheduledWindowDatetime: '2026-03-02T15:00:00.000Z' };
    expect(refused(placing(now))).toEqual(['invalid.value scheduledWindowDatetime']);
    const command = direct();
    const input = { ...command.input, scheduledWindowDatetime: later };
    expect(refused({ ...command, input })).toEqual(['order.type.rule scheduledWindowDatetime']);
  });

  it('taxlotReliefMethod: AVGC for non-taxable accounts, and only for them', () => {
    expect(refused(placing({ taxlotReliefMethod: 'AVGC' }))).toEqual([
      'invalid.choice taxlotReliefMethod',
    ]);
    const { account, folio } = facts();
    const ira = {
      folio,
      account: { ...account, accountType: 'R', defaultTaxLotSelection: 'AVGC' },
    } as const;
    expect(accepted(placing({}, ira))).toMatchObject({ taxlotReliefMethod: 'AVGC' });
    expect(refused(placing({ taxlotReliefMethod: 'FIFO' }, ira))).toEqual([
      'invalid.choice taxlotReliefMethod',
    ]);
  });
});
