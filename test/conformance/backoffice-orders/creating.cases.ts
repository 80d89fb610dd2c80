import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import {
  expectProblems,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { listOf, newFolio, ordersPath, reportBody, reportPath } from '../orders.fixture.js';
import { accountNumber, folio, inState, placed, put, read, refused, service } from './set-up.js';

describe('A back-office PUT of an unknown order creates it', () => {
  it('orderSubType and creationMethod › any code of at most 10 capitals and digits [order.codes]', async () => {
    for (const [orderSubType, creationMethod] of [
      ['B', 'Z1'],
      ['MOC4567890', 'A'],
      ['X', 'BATCH'],
    ]) {
      const oid = uniqueName('o');
      const fields = { orderSubType, creationMethod };
      expectStatus(await put(oid, reportBody(fields)), 200);
      expect(await read(oid)).toMatchObject(fields);
    }
    for (const code of ['b', 'A B', 'TOOLONG8901', 5]) {
      const oid = uniqueName('o');
      expectProblems(await put(oid, reportBody({ orderSubType: code })), [
        { field: 'orderSubType', errorCode: 'invalid.choice' },
      ]);
    }
  });

  it('200, empty body, ETag; the list and the GET show it with every key [back-office.orders order.of-member order.* security-order.*]', async () => {
    const oid = uniqueName('o');
    const answer = await put(oid, reportBody({ state: 'F' }));
    expectStatus(answer, 200);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('etag')).toBe('"0"');
    const shown = await read(oid);
    expect(Object.keys(shown)).toHaveLength(32);
    expect(shown).toMatchObject({
      folioOrderOid: oid,
      accountNumber,
      folioNumber: folio,
      state: 'F',
      creationMethod: 'B',
      reasonForTrade: 'NS',
      taxlotReliefMethod: 'LGHL',
      tradeOriginatingMemberOid: null,
      securityOrders: [{ security: { ticker: 'IBM' }, state: 'F' }],
    });
    const list = listOf(await service.client.get(ordersPath(folio)));
    expect(list).toEqual(expect.arrayContaining([shown]));
  });

  it.each(['O', 'P', 'F', 'C', 'R', 'E'])(
    'in state %s [back-office.orders order.state]',
    async (state) => {
      expect(await read(await inState(state))).toMatchObject({ state });
    },
  );

  it('with every field, as the GET shows it [order.* security-order.* back-office.rule]', async () => {
    const oid = uniqueName('o');
    const moment = (day: number): string => `2026-01-0${day}T10:00:00.123+00:00`;
    const body = {
      accountNumber,
      folioNumber: folio,
      folioOrderId: '4711',
      folioOrderOid: oid,
      orderType: 'D',
      orderSubType: 'L',
      reasonForTrade: 'RB',
      creationDate: moment(1),
      creationMethod: 'B',
      executionDate: moment(2),
      modificationTimestamp: moment(3),
      scheduledWindowDatetime: moment(4),
      discretionary: true,
      solicited: true,
      dollarShareBasedIndicator: 'S',
      requestedBuyDollarAmount: '1.00',
      requestedSellDollarAmount: '2.00',
      estimatedBuyDollarAmount: '3.00',
      estimatedSellDollarAmount: '4.00',
      filledBuyDollarAmount: '5.00',
      filledSellDollarAmount: '6.00',
      buyLimitPercent: '7.5',
      sellLimitPercent: '8',
      commission: '9.00',
      totalCommission: '10.00',
      totalFee: '0.0123',
      taxlotReliefMethod: 'FIFO',
      tradeOriginatingMemberOid: '12345',
      state: 'C',
      stateReasonCode: '201',
      securityOrders: [
        {
          securityOrderId: '1',
          securityOrderOid: '2',
          security: { ticker: 'BF-B' },
          side: '2',
          state: 'F',
          stateReasonCode: '100',
          dollarShareBasedIndicator: 'S',
          requestedDollarAmount: '1.00',
          requestedShareAmount: '2.5',
          requestedPrice: '3.00',
          estimatedDollarAmount: '4.00',
          estimatedShareAmount: '5',
          estimatedPrice: '6.00',
          filledDollarAmount: '7.00',
          filledShareAmount: '8',
          filledPrice: '9.1234',
          limitPrice: '10.00',
          stopPrice: '11.00',
          commission: '12.00',
          secFee: '0.01',
          tradeFee: '0.02',
          quoteTimestamp: moment(5),
          creationTimestamp: moment(6),
          modificationTimestamp: moment(7),
        },
      ],
    };
    expectStatus(await put(oid, body), 200);
    const shown = await read(oid);
    expect(shown).toEqual({ ...body, folioOid: shown['folioOid'] });
    await expectUnchanged(service, async () => expectStatus(await put(oid, shown), 200));
  });

  it('every missing requirement at once [back-office.orders errors.list]', async () => {
    await refused(
      () => put(uniqueName('o'), {}),
      field('orderType', 'cannot.be.null'),
      field('dollarShareBasedIndicator', 'cannot.be.null'),
      field('securityOrders', 'cannot.be.null'),
    );
    await refused(
      () => put(uniqueName('o'), reportBody({ securityOrders: [{}] })),
      field('side', 'cannot.be.null'),
      field('ticker', 'cannot.be.null'),
    );
    await refused(
      () => put(uniqueName('o'), reportBody({ securityOrders: [{ side: '3' }] })),
      field('side', 'invalid.choice'),
    );
    await refused(
      () => put(uniqueName('o'), reportBody({ securityOrders: [{ side: '1' }] })),
      field('ticker', 'cannot.be.null'),
    );
  });

  it('the purchase of a private placement has no ticker [subscription.discretionary]', async () => {
    const oid = uniqueName('o');
    const securityOrders = [{ side: '1', requestedDollarAmount: '5000' }];
    expectStatus(await put(oid, reportBody({ creationMethod: 'P', securityOrders })), 200);
    expect(await read(oid)).toMatchObject({ securityOrders: [{ security: { ticker: null } }] });
    await expectUnchanged(service, async () => {
      expectStatus(await put(oid, await read(oid)), 200);
      expectStatus(await put(oid, reportBody({ creationMethod: 'P', securityOrders })), 200);
    });
  });

  it('not in folio 01, nor open in a closed folio; otherwise it has happened [back-office.orders]', async () => {
    const cash = `${accountNumber}01`;
    await refused(
      () => put(uniqueName('o'), reportBody(), {}, cash),
      rule('order.cash.folio.rule'),
    );
    const closed = await newFolio(service, accountNumber);
    const folioPath = `/restapi/accounts/${accountNumber}/folios/${closed}`;
    expectStatus(await service.client.put(folioPath, { folioStatus: 'C' }), 200);
    const restricted = await service.account();
    for (const state of ['O', 'P']) {
      await refused(
        () => put(uniqueName('o'), reportBody({ state }), {}, closed),
        rule('folio.closed.rule'),
      );
    }
    expectStatus(await put(uniqueName('o'), reportBody({ state: 'F' }), {}, closed), 200);
    for (const number of [`${accountNumber}02`, `${restricted}02`]) {
      expectStatus(await put(uniqueName('o'), reportBody(), {}, number), 200);
    }
  });
});

describe('Natural id in the path', () => {
  it('sending it twice is one change; a changed body is another [back-office.rule back-office.feeds]', async () => {
    const oid = uniqueName('o');
    const body = reportBody({ state: 'O' });
    expectStatus(await put(oid, body), 200);
    const again = await expectUnchanged(service, () => put(oid, body));
    expectStatus(again, 200);
    expect(again.headers.get('etag')).toBe('"0"');
    const changed = await put(oid, { ...body, totalFee: '1' });
    expectStatus(changed, 200);
    expect(changed.headers.get('etag')).toBe('"1"');
  });

  it('If-Match › 412 for another revision [errors.412]', async () => {
    const oid = await placed();
    const answer = await expectUnchanged(service, () =>
      put(oid, { state: 'F' }, { 'if-match': '"3"' }),
    );
    expectStatus(answer, 412);
    expectStatus(await put(oid, { state: 'F' }, { 'if-match': '"0"' }), 200);
  });

  it('many concurrent requests are one order [back-office.rule]', async () => {
    const oid = uniqueName('o');
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(oid, reportBody())));
    for (const answer of answers) expectStatus(answer, 200);
    const events = (await service.log()).filter(({ stream }) => stream === `folioOrder-${oid}`);
    expect(events.map(({ type }) => type)).toEqual(['order.OrderRecorded.v1']);
  });
});

describe('Role backoffice', () => {
  it('nobody else [back-office.rule]', async () => {
    const oid = await placed();
    const path = reportPath(folio, oid);
    await expectUnchanged(service, async () => {
      for (const client of [service.client, service.auditor, service.operator]) {
        expectStatus(await client.put(path, { state: 'F' }), 403);
      }
    });
  });

  it('unknown account, folio or impossible id: 404; an order of another folio too [errors.404]', async () => {
    const oid = await placed();
    const other = await newFolio(service, accountNumber);
    await expectUnchanged(service, async () => {
      for (const number of [
        'RA0000000003',
        `${accountNumber}98`,
        `${accountNumber}00`,
        '03',
        'x',
      ]) {
        expectStatus(await put(oid, { x: 1 }, {}, number), 404);
      }
      expectStatus(await put('a%20b', reportBody()), 404);
      expectStatus(await put('x'.repeat(65), reportBody()), 404);
      expectStatus(await put(oid, { state: 'F' }, {}, other), 404);
    });
  });
});
