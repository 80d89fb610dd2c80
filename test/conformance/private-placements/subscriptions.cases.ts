import { describe, expect, it } from '@jest/globals';
import { brief } from '../../support/field-rows.js';
import {
  CHOICE,
  DATE,
  field,
  FORBIDDEN,
  LENGTH,
  NOT_FOUND,
  NULL,
  rule,
  unknownKey,
  VALUE,
} from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { PlacementsUnderTest } from '../private-placements.fixture.js';
import { LONG, open, placements, service } from './set-up.js';

describe('subscriptions', () => {
  it('the list has those of the account, newest first; auditors read it [subscription.rules]', async () => {
    const own = await PlacementsUnderTest.create(service);
    expect(await own.read(own.orders)).toEqual([]);
    const paths = [await own.subscribed(open), await own.subscribed(open)];
    const items = [await own.read(paths[1] ?? ''), await own.read(paths[0] ?? '')];
    expect(await own.read(own.orders)).toEqual(items);
    expect(await own.read(own.orders, service.auditor)).toEqual(items);
    expect(await own.read(paths[0] ?? '', service.auditor)).toEqual(items[1]);
  });

  it('Errors › 404 for unknown subscriptions, those of other accounts and of other firms [errors.404]', async () => {
    const path = await placements.subscribed(open);
    const other = await service.account({ primaryAccountOwner: placements.owner });
    const { client } = await service.otherFirm();
    const elsewhere = path.replace(placements.accountNumber, other);
    for (const unknown of [elsewhere, `${placements.orders}/1`, `${placements.orders}/%20`]) {
      expectExactly(await service.client.get(unknown), NOT_FOUND, 404);
      const put = () => placements.report(unknown, { status: 'REJECTED' }, { 'If-Match': '"9"' });
      expectExactly(await expectUnchanged(service, put), NOT_FOUND, 404);
    }
    expectExactly(await client.get(path), NOT_FOUND, 404);
  });

  it.each(['ORDER_CREATED', 'ACCEPTED', 'PROCESSING', 'COMPLETE'])(
    'INITIAL to %s at once: the purchase order is there [subscription.status]',
    async (status) => {
      const own = await PlacementsUnderTest.create(service);
      const path = await own.subscribed(open);
      const orders = `/restapi/accounts/${own.accountNumber}/folios/${own.accountNumber}02/orders`;
      expect((await service.client.get(orders)).body).toEqual([]);
      expectStatus(await own.report(path, { status }), 200);
      expect(await own.read(path)).toMatchObject({ status });
      const state = status === 'COMPLETE' ? 'F' : 'O';
      const { body } = await service.client.get(orders);
      expect(body).toEqual([expect.objectContaining({ creationMethod: 'P', state })]);
      const before = status === 'ORDER_CREATED' ? 'INITIAL' : 'ORDER_CREATED';
      expectExactly(await own.report(path, { status: before }), [
        { errorCode: 'privateplacement.state.rule', field: 'status' },
      ]);
    },
  );

  it('INITIAL, ORDER_CREATED, ACCEPTED, PROCESSING, COMPLETE; unchanged no event [subscription.status back-office.privateplacementorders]', async () => {
    const path = await placements.subscribed(open);
    for (const [index, status] of [
      'ORDER_CREATED',
      'ACCEPTED',
      'PROCESSING',
      'COMPLETE',
    ].entries()) {
      const answer = await placements.report(path, { status });
      expectStatus(answer, 200);
      expect([answer.body, answer.headers.get('etag')]).toEqual([undefined, `"${index + 1}"`]);
      expect(await placements.read(path)).toMatchObject({ status });
      const whole = await placements.read(path);
      const again = () => placements.report(path, whole);
      expectStatus(await expectUnchanged(service, again), 200);
    }
    for (const status of ['INITIAL', 'REJECTED', 'CANCELLED', 'PROCESSING']) {
      const put = () => placements.report(path, { status });
      expectExactly(await expectUnchanged(service, put), [
        rule('privateplacement.state.rule', 'status'),
      ]);
    }
  });

  it.each(['REJECTED', 'CANCELLED'])(
    '%s from every open state [subscription.status]',
    async (status) => {
      const steps = ['ORDER_CREATED', 'ACCEPTED', 'PROCESSING'];
      for (let count = 0; count <= steps.length; count++) {
        const path = await placements.subscribed(open);
        for (const step of steps.slice(0, count)) {
          expectStatus(await placements.report(path, { status: step }), 200);
        }
        expectStatus(await placements.report(path, { status }), 200);
        expect(await placements.read(path)).toMatchObject({ status });
        const put = () => placements.report(path, { status: 'ORDER_CREATED' });
        expectExactly(await expectUnchanged(service, put), [rule('privateplacement.state.rule')]);
      }
    },
  );

  it('If-Match; back office only [back-office.rule]', async () => {
    const path = await placements.subscribed(open);
    const body = { status: 'REJECTED' };
    const stale = () => placements.report(path, body, { 'If-Match': '"1"' });
    expectStatus(await expectUnchanged(service, stale), 412);
    for (const client of [service.client, service.auditor, service.operator]) {
      const put = () => client.put(path.replace('/restapi', '/backoffice'), body);
      expectExactly(await expectUnchanged(service, put), FORBIDDEN, 403);
    }
    expectStatus(await service.client.put(path, body), 405);
    expectStatus(await placements.report(path, body, { 'If-Match': '"0"' }), 200);
  });

  it.each<[string, unknown, ReturnType<typeof field>]>([
    ...([undefined, null, ''] as const).map((value) => {
      return ['status', value, field('status', NULL)] as [string, unknown, never];
    }),
    ...['initial', 'OPEN', 1, true, {}, [], LONG].map((value) => {
      return ['status', value, field('status', CHOICE)] as [string, unknown, never];
    }),
    ['accountNumber', 'RZ00000000', rule('uri.matching.rule', 'accountNumber')],
    ['privatePlacementOrderOid', '1', rule('uri.matching.rule', 'privatePlacementOrderOid')],
    ['privatePlacementOrderOid', {}, field('privatePlacementOrderOid', VALUE)],
    ['associatedMemberId', 'other', field('associatedMemberId', 'not.updatable')],
    ['associatedMemberId', LONG, field('associatedMemberId', LENGTH)],
    ['privatePlacementOfferOid', 'other', field('privatePlacementOfferOid', 'not.updatable')],
    ['discretionary', true, field('discretionary', 'not.updatable')],
    ['discretionary', 'x', field('discretionary', VALUE)],
    ['solicited', false, field('solicited', 'not.updatable')],
    ['solicited', 2, field('solicited', VALUE)],
    ['reasonForTrade', 'TL', field('reasonForTrade', 'not.updatable')],
    ['reasonForTrade', 'tl', field('reasonForTrade', CHOICE)],
    ['requestedDollarAmount', '25000.01', field('requestedDollarAmount', 'not.updatable')],
    ['requestedDollarAmount', '-1', field('requestedDollarAmount', 'not.updatable')],
    ['requestedDollarAmount', 'x', field('requestedDollarAmount', VALUE)],
    ['side', '2', field('side', 'not.updatable')],
    ['side', '3', field('side', CHOICE)],
    ['sentTimestamp', '2020-01-01T00:00:00Z', field('sentTimestamp', 'not.updatable')],
    ['receivedTimestamp', '2020-01-01T00:00:00Z', field('receivedTimestamp', 'not.updatable')],
    ['respondedTimestamp', '2020-01-01T00:00:00Z', field('respondedTimestamp', 'not.updatable')],
    ['respondedTimestamp', 'today', field('respondedTimestamp', DATE)],
    ['Status', 'REJECTED', unknownKey('Status')],
  ])(
    'back office › %s › refused [back-office.privateplacementorders]',
    async (name, value, problem) => {
      const path = await placements.subscribed(open);
      const put = () => placements.report(path, { status: 'REJECTED', [name]: value });
      const answer = await expectUnchanged(service, put);
      expect([brief(value), answer.status]).toEqual([brief(value), 400]);
      expectExactly(answer, [problem]);
    },
  );

  it('an accepted subscription has a purchase order in folio 02, and one only [subscription.discretionary subscription.solicited]', async () => {
    const own = await PlacementsUnderTest.create(service);
    const path = await own.subscribed(open, { discretionary: true, reasonForTrade: 'AA' });
    const orders = `/restapi/accounts/${own.accountNumber}/folios/${own.accountNumber}02/orders`;
    expectStatus(await own.report(path, { status: 'ORDER_CREATED' }), 200);
    expect(await own.read(orders)).toHaveLength(1);
    expectStatus(await own.report(path, { status: 'ACCEPTED' }), 200);
    expectStatus(await own.report(path, { status: 'PROCESSING' }), 200);
    expect(await own.read(orders)).toMatchObject([
      {
        orderType: 'D',
        creationMethod: 'P',
        state: 'O',
        discretionary: true,
        solicited: true,
        reasonForTrade: 'AA',
        requestedBuyDollarAmount: '25000.00',
        tradeOriginatingMemberOid: null,
        securityOrders: [
          { side: '1', security: { ticker: null }, requestedDollarAmount: '25000.00' },
        ],
      },
    ]);
  });

  /** A subscription in processing, of a new account, and the orders of its folio 02. */
  const processed = async (): Promise<{
    readonly own: PlacementsUnderTest;
    readonly path: string;
    readonly orders: string;
    readonly order: string;
  }> => {
    const own = await PlacementsUnderTest.create(service);
    const path = await own.subscribed(open);
    for (const step of ['ORDER_CREATED', 'ACCEPTED', 'PROCESSING']) {
      expectStatus(await own.report(path, { status: step }), 200);
    }
    const orders = `/restapi/accounts/${own.accountNumber}/folios/${own.accountNumber}02/orders`;
    const [raised] = (await own.read(orders)) as unknown as { folioOrderOid: string }[];
    return { own, path, orders, order: `${orders}/${raised?.folioOrderOid}` };
  };
  const reportOrder = async (order: string, report: unknown): Promise<void> => {
    const place = order.replace('/restapi', '/backoffice');
    expectStatus(await service.backoffice.put(place, report), 200);
  };

  it.each([
    ['CANCELLED', 'O', 'C'],
    ['REJECTED', 'P', 'R'],
    ['CANCELLED', 'F', 'F'],
    ['COMPLETE', 'O', 'F'],
    ['COMPLETE', 'P', 'F'],
  ])(
    'the order of a subscription that is %s › %s becomes %s [subscription.status subscription.discretionary]',
    async (status, state, end) => {
      const { own, path, orders, order } = await processed();
      await reportOrder(order, { state });
      expectStatus(await own.report(path, { status }), 200);
      expect(await own.read(orders)).toMatchObject([
        { state: end, securityOrders: [{ state: end }] },
      ]);
    },
  );

  it('the order of a complete subscription cannot be cancelled; what was bought may be reported later [subscription.status back-office.privateplacementorders]', async () => {
    const { own, path, order } = await processed();
    expectStatus(await own.report(path, { status: 'COMPLETE' }), 200);
    const cancel = () => service.client.put(order, { state: 'C' });
    expectExactly(await expectUnchanged(service, cancel), [rule('order.not.open.rule', 'state')]);
    const bought = { side: '1', filledDollarAmount: '24000.00' };
    await reportOrder(order, { state: 'F', securityOrders: [bought] });
    expect(await own.read(order)).toMatchObject({ state: 'F', filledBuyDollarAmount: '24000.00' });
    expect(await own.read(path)).toMatchObject({ status: 'COMPLETE' });
  });

  it('a subscription is complete or its order cancelled, also when both are asked for at once [subscription.status back-office.privateplacementorders]', async () => {
    for (const later of [false, true]) {
      const { own, path, order } = await processed();
      const complete = () => own.report(path, { status: 'COMPLETE' });
      const cancel = () => service.client.put(order, { state: 'C' });
      const [first, second] = later ? [cancel, complete] : [complete, cancel];
      const answers = await Promise.all([first(), second()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const { status } = await own.read(path);
      const { state } = await own.read(order);
      expect([
        ['COMPLETE', 'F'],
        ['CANCELLED', 'C'],
      ]).toContainEqual([status, state]);
    }
  });

  it('a client who cancels the order cancels the subscription [subscription.status subscription.discretionary]', async () => {
    const { own, path, order } = await processed();
    const other = await own.subscribed(open);
    expectStatus(await service.client.put(order, { state: 'C' }), 200);
    expect(await own.read(path)).toMatchObject({ status: 'CANCELLED' });
    expect(await own.read(other)).toMatchObject({ status: 'INITIAL' });
    const again = () => own.report(path, { status: 'CANCELLED' });
    expectStatus(await expectUnchanged(service, again), 200);
    expectExactly(await own.report(path, { status: 'COMPLETE' }), [
      rule('privateplacement.state.rule', 'status'),
    ]);
  });

  it.each([
    [[{ state: 'R' }], 'REJECTED'],
    [[{ state: 'E' }], 'CANCELLED'],
    [[{ state: 'P' }, { state: 'C' }], 'PROCESSING'],
    [[{ state: 'C', filledBuyDollarAmount: '10000.00' }], 'PROCESSING'],
    [[{ state: 'F' }], 'PROCESSING'],
  ])(
    'an order that comes to %j › its subscription is %s [subscription.status subscription.discretionary]',
    async (reports, status) => {
      const { own, path, order } = await processed();
      for (const report of reports) await reportOrder(order, report);
      expect(await own.read(path)).toMatchObject({ status });
    },
  );
});
