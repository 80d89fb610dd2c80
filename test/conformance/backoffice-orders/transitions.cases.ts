import { describe, expect, it } from '@jest/globals';
import { rule } from '../../support/problems.js';
import { expectStatus } from '../../support/running-service.js';
import { ordersPath } from '../orders.fixture.js';
import { folio, inState, placed, put, read, refused, service } from './set-up.js';

describe('Order and security order state › transitions', () => {
  const NEXT: Record<string, string> = { O: 'PFCRE', P: 'FCRE', F: '', C: '', R: '', E: '' };
  const pairs = Object.keys(NEXT).flatMap((from) =>
    Object.keys(NEXT).map((to): [string, string] => [from, to]),
  );

  it.each(pairs)('%s → %s [order.state]', async (from, to) => {
    const oid = await inState(from);
    if (from === to || NEXT[from]?.includes(to)) {
      expectStatus(await put(oid, { state: to }), 200);
      expect(await read(oid)).toMatchObject({ state: to });
    } else {
      await refused(() => put(oid, { state: to }), rule('order.state.rule', 'state'));
      expect(await read(oid)).toMatchObject({ state: from });
    }
  });

  it.each(['F', 'R', 'E'])(
    'an order in state %s cannot be cancelled by the client [order.state]',
    async (state) => {
      const oid = await inState(state);
      await refused(
        () => service.client.put(`${ordersPath(folio)}/${oid}`, { state: 'C' }),
        rule('order.not.open.rule', 'state'),
      );
    },
  );

  it('fills: P, then F, of a client’s order; what is left out stays [order.state security-order.filled]', async () => {
    const oid = await placed();
    const before = await read(oid);
    const one = { security: { ticker: 'IBM' }, side: '1', filledDollarAmount: '200' };
    expectStatus(await put(oid, { state: 'P', securityOrders: [{ ...one, state: 'P' }] }), 200);
    const partly = await read(oid);
    expect(partly).toMatchObject({
      state: 'P',
      filledBuyDollarAmount: '200.00',
      tradeOriginatingMemberOid: before['tradeOriginatingMemberOid'],
      creationDate: before['creationDate'],
      securityOrders: [
        { state: 'P', filledDollarAmount: '200.00', requestedDollarAmount: '500.00' },
      ],
    });
    expect(partly['executionDate']).toBe(partly['modificationTimestamp']);
    const rest = {
      ...one,
      filledDollarAmount: '500',
      filledShareAmount: '3.5',
      filledPrice: '142.86',
    };
    const fees = { totalCommission: '4.95', totalFee: '0.02' };
    expectStatus(await put(oid, { state: 'F', ...fees, securityOrders: [rest] }), 200);
    expect(await read(oid)).toMatchObject({
      state: 'F',
      ...fees,
      filledBuyDollarAmount: '500.00',
      executionDate: partly['executionDate'],
      securityOrders: [{ state: 'F', filledShareAmount: '3.5', filledPrice: '142.86' }],
    });
  });

  it('a body that a GET showed leads back to it, null too; commissions and fees are added up [back-office.orders back-office.rule order.fees security-order.fees]', async () => {
    const oid = await placed();
    const before = await read(oid);
    const cost = { commission: '4.95', secFee: '0.01', tradeFee: '0.02', limitPrice: '5.00' };
    const one = { security: { ticker: 'IBM' }, side: '1', ...cost };
    const wrong = { stateReasonCode: '300', executionDate: '2026-03-02T15:00:00.000+00:00' };
    expectStatus(await put(oid, { ...wrong, buyLimitPercent: '2', securityOrders: [one] }), 200);
    const between = { ...wrong, totalCommission: '4.95', totalFee: '0.03', buyLimitPercent: '2' };
    expect(await read(oid)).toMatchObject({ ...between, securityOrders: [cost] });
    expectStatus(await put(oid, before), 200);
    const times = { modificationTimestamp: expect.any(String) };
    const securityOrders = before['securityOrders'] as object[];
    expect(await read(oid)).toEqual({
      ...before,
      ...times,
      securityOrders: securityOrders.map((security) => ({ ...security, ...times })),
    });
  });

  it('a partly filled order can be cancelled by the client; what is filled stays [order.state]', async () => {
    const oid = await placed();
    const one = { security: { ticker: 'IBM' }, side: '1', filledDollarAmount: '200' };
    expectStatus(await put(oid, { state: 'P', securityOrders: [one] }), 200);
    const path = `${ordersPath(folio)}/${oid}`;
    expectStatus(await service.client.put(path, { state: 'C' }), 200);
    expect(await read(oid)).toMatchObject({ state: 'C', filledBuyDollarAmount: '200.00' });
  });

  it('an average price and its shares stay as exact as they are reported [security-order.filled request.numbers]', async () => {
    const oid = await placed();
    const average = { filledShareAmount: '3.5000000001', filledPrice: '142.8571428571' };
    const one = { security: { ticker: 'IBM' }, side: '1', ...average };
    expectStatus(await put(oid, { state: 'F', securityOrders: [one] }), 200);
    expect(await read(oid)).toMatchObject({ state: 'F', securityOrders: [average] });
  });

  it('rejection with its reason [order.state]', async () => {
    const oid = await placed();
    expectStatus(await put(oid, { state: 'R', stateReasonCode: '305' }), 200);
    const rejected = { state: 'R', stateReasonCode: '305' };
    expect(await read(oid)).toMatchObject({ ...rejected, securityOrders: [rejected] });
  });
});
