import { describe, expect, it } from '@jest/globals';
import { ruleProblem } from '#libs/platform/kernel';
import { accepted, orders, refused } from '../test/deciding.js';
import { accountNumber, direct, facts, placed, placing } from '../test/order-fixtures.js';

describe('"Folio number"', () => {
  it('no trades in folio 01', () => {
    expect(refused(direct({}, { kind: 'cash' }))).toEqual(['order.cash.folio.rule']);
    expect(refused(placing({}, facts({ kind: 'cash' })))).toEqual(['order.cash.folio.rule']);
  });

  it.each([
    ['market', {}, 'D'],
    ['limit', { limitPrice: '1' }, 'D'],
    ['stop', { stopPrice: '1' }, 'D'],
    ['stop-limit', { limitPrice: '1', stopPrice: '1' }, 'D'],
    ['stop-limit', { limitPrice: '1', stopPrice: '1' }, 'L'],
  ] as const)('folio 02 accepts direct %s orders of whole shares (%j, %s)', (_, prices, type) => {
    const whole = { ...prices, requestedShareAmount: '10.00' };
    expect(accepted(direct(whole, { kind: 'nonFolio' }, type)).state).toBe('O');
    const part = { ...prices, requestedShareAmount: '10.5' };
    expect(refused(direct(part, { kind: 'nonFolio' }, type))).toEqual([
      'order.whole.shares.rule requestedShareAmount',
    ]);
  });

  it.each(['W', 'A'] as const)(
    'folio 02 refuses orders of type %s and dollar-based ones',
    (orderType) => {
      expect(refused(placing({ orderType }, facts({ kind: 'nonFolio' })))).toEqual([
        'order.direct.only.rule orderType',
        'order.whole.shares.rule dollarShareBasedIndicator',
      ]);
    },
  );

  it('a closed folio refuses all', () => {
    expect(refused(direct({}, { open: false }))).toEqual(['folio.closed.rule']);
  });

  it('a direct sale of more shares than held is refused once positions are known', () => {
    const positions = [{ ticker: 'IBM', shareQuantity: '9.5' }];
    const sell = (requestedShareAmount: string, ticker = 'IBM', type: 'D' | 'L' = 'D') => {
      const prices = type === 'L' ? { limitPrice: '1', stopPrice: '1' } : {};
      const item = { side: '2', security: { ticker }, requestedShareAmount, ...prices } as const;
      return direct(item, { positions }, type);
    };
    expect(accepted(sell('9.5')).state).toBe('O');
    expect(refused(sell('9.51'))).toEqual(['order.positions.rule requestedShareAmount']);
    expect(refused(sell('10', 'IBM', 'L'))).toEqual(['order.positions.rule requestedShareAmount']);
    expect(refused(sell('1', 'AAPL'))).toEqual(['order.positions.rule requestedShareAmount']);
    expect(accepted(direct({ side: '2' })).state).toBe('O');
    expect(accepted(direct({}, { positions })).state).toBe('O');
  });
});

describe('who and where', () => {
  it('ids of the body must match the path; a restriction joins the list', () => {
    const restriction = ruleProblem('account.restricted.rule', 'The account is restricted.');
    const command = placing(
      { accountNumber: 'RA00000000', folioNumber: `${accountNumber}04` },
      { restriction },
    );
    expect(refused(command)).toEqual([
      'uri.matching.rule accountNumber',
      'uri.matching.rule folioNumber',
      'account.restricted.rule',
    ]);
  });

  it('an id in use is a conflict', () => {
    const problem = {
      type: 'CONFLICT',
      message: 'The id of the order is taken; try again.',
    } as const;
    orders.given([placed()]).when(placing()).thenRefused([problem], 'conflict');
  });
});
