import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { type Expected, field, rule } from '../support/problems.js';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import {
  buyBody,
  type Fields,
  listOf,
  newFolio,
  objectOf,
  ordersPath,
  placeOrder,
  reportBody,
  reportPath,
} from './orders.fixture.js';

let service: ServiceUnderTest;
let accountNumber: string;
let folio: string;

beforeAll(async () => {
  service = await ServiceUnderTest.start();
  accountNumber = await service.openAccount();
  folio = await newFolio(service, accountNumber);
});
afterAll(() => service.stop());

const put = (
  oid: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  folioNumber = folio,
): Promise<ClientAnswer> => service.backoffice.put(reportPath(folioNumber, oid), body, headers);

const read = async (oid: string, folioNumber = folio): Promise<Record<string, unknown>> =>
  objectOf(await service.client.get(`${ordersPath(folioNumber)}/${oid}`));

/** A client's order of 500 dollars; answers its id. */
const placed = async (): Promise<string> =>
  (await placeOrder(service.client, folio)).split('/').at(-1) ?? '';

/** An order in a state; answers its id. */
async function inState(state: string): Promise<string> {
  const oid = uniqueName('o');
  expectStatus(await put(oid, reportBody({ state })), 200);
  return oid;
}

async function refused(
  send: () => Promise<ClientAnswer>,
  ...problems: readonly Expected[]
): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

describe('decisions §9 › A back-office PUT of an unknown order creates it', () => {
  it('200, empty body, ETag; the list and the GET show it with every key [§10.orders §9.member-orders order.* security-order.*]', async () => {
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

  it.each(['O', 'P', 'F', 'C', 'R', 'E'])('in state %s [§10.orders §3.order]', async (state) => {
    expect(await read(await inState(state))).toMatchObject({ state });
  });

  it('with everything it has, as the GET shows it [order.* security-order.* §10.rule]', async () => {
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

  it('what it needs, all of it at once [§10.orders §1.errors]', async () => {
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
      field('ticker', 'cannot.be.null'),
    );
    await refused(
      () => put(uniqueName('o'), reportBody({ securityOrders: [{ side: '1' }] })),
      field('ticker', 'cannot.be.null'),
    );
  });

  it('the purchase of a private placement has no ticker [13.discretionary]', async () => {
    const oid = uniqueName('o');
    const securityOrders = [{ side: '1', requestedDollarAmount: '5000' }];
    expectStatus(await put(oid, reportBody({ creationMethod: 'P', securityOrders })), 200);
    expect(await read(oid)).toMatchObject({ securityOrders: [{ security: { ticker: null } }] });
    await expectUnchanged(service, async () => {
      expectStatus(await put(oid, await read(oid)), 200);
      expectStatus(await put(oid, reportBody({ creationMethod: 'P', securityOrders })), 200);
    });
  });

  it('not in folio 01; in 02, a closed folio and a restricted account it has happened [§10.orders]', async () => {
    const cash = `${accountNumber}01`;
    await refused(
      () => put(uniqueName('o'), reportBody(), {}, cash),
      rule('order.cash.folio.rule'),
    );
    const closed = await newFolio(service, accountNumber);
    const folioPath = `/restapi/accounts/${accountNumber}/folios/${closed}`;
    expectStatus(await service.client.put(folioPath, { folioStatus: 'C' }), 200);
    const restricted = await service.account();
    for (const number of [`${accountNumber}02`, closed, `${restricted}02`]) {
      expectStatus(await put(uniqueName('o'), reportBody(), {}, number), 200);
    }
  });
});

describe('decisions §10 › Natural id in the path', () => {
  it('sending it twice is one change; a changed body is one more [§10.rule §9.feeds]', async () => {
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

  it('If-Match › 412 for another revision [§1.412]', async () => {
    const oid = await placed();
    const answer = await expectUnchanged(service, () =>
      put(oid, { state: 'F' }, { 'if-match': '"3"' }),
    );
    expectStatus(answer, 412);
    expectStatus(await put(oid, { state: 'F' }, { 'if-match': '"0"' }), 200);
  });

  it('many at the same time are one order [§10.rule]', async () => {
    const oid = uniqueName('o');
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(oid, reportBody())));
    for (const answer of answers) expectStatus(answer, 200);
    const events = (await service.log()).filter(({ stream }) => stream === `folioOrder-${oid}`);
    expect(events.map(({ type }) => type)).toEqual(['order.OrderRecorded.v1']);
  });
});

describe('Order and security order state › transitions', () => {
  const NEXT: Record<string, string> = { O: 'PFCRE', P: 'FCRE', F: '', C: '', R: '', E: '' };
  const pairs = Object.keys(NEXT).flatMap((from) =>
    Object.keys(NEXT).map((to): [string, string] => [from, to]),
  );

  it.each(pairs)('%s → %s [states.order-states §3.order]', async (from, to) => {
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
    'an order in state %s can not be cancelled by the client [states.order-states]',
    async (state) => {
      const oid = await inState(state);
      await refused(
        () => service.client.put(`${ordersPath(folio)}/${oid}`, { state: 'C' }),
        rule('order.not.open.rule', 'state'),
      );
    },
  );

  it('fills: P, then F, of a client’s order; what is left out stays [states.order-states order.state security-order.filled]', async () => {
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

  it('a partly filled order can be cancelled by the client; what is filled stays [states.order-states]', async () => {
    const oid = await placed();
    const one = { security: { ticker: 'IBM' }, side: '1', filledDollarAmount: '200' };
    expectStatus(await put(oid, { state: 'P', securityOrders: [one] }), 200);
    const path = `${ordersPath(folio)}/${oid}`;
    expectStatus(await service.client.put(path, { state: 'C' }), 200);
    expect(await read(oid)).toMatchObject({ state: 'C', filledBuyDollarAmount: '200.00' });
  });

  it('rejection with its reason [order.state]', async () => {
    const oid = await placed();
    expectStatus(await put(oid, { state: 'R', stateReasonCode: '305' }), 200);
    const rejected = { state: 'R', stateReasonCode: '305' };
    expect(await read(oid)).toMatchObject({ ...rejected, securityOrders: [rejected] });
  });
});

describe('decisions §10 › hostile input', () => {
  const choices = ['x', '', 5, true, [], {}, 'o'];
  const numbers = ['', 'abc', '1,5', '-1', '1e3', true, [], {}, '1'.repeat(30)];
  const moments = ['', 'now', '2026-01-01', '2026-13-01T00:00:00Z', 5, true, {}];
  const rows = (
    names: readonly string[],
    values: readonly unknown[],
    code: string,
  ): [string, unknown, Expected][] =>
    names.flatMap((name) =>
      values.map((value): [string, unknown, Expected] => [name, value, field(name, code)]),
    );
  const long = 'x'.repeat(65);

  const onOrder = [
    ...rows(
      [
        'orderType',
        'orderSubType',
        'reasonForTrade',
        'creationMethod',
        'dollarShareBasedIndicator',
        'taxlotReliefMethod',
        'state',
      ],
      choices,
      'invalid.choice',
    ),
    ...rows(
      ['creationDate', 'executionDate', 'modificationTimestamp', 'scheduledWindowDatetime'],
      moments,
      'invalid.date',
    ),
    ...rows(
      [
        'requestedBuyDollarAmount',
        'requestedSellDollarAmount',
        'estimatedBuyDollarAmount',
        'estimatedSellDollarAmount',
        'filledBuyDollarAmount',
        'filledSellDollarAmount',
        'buyLimitPercent',
        'sellLimitPercent',
        'commission',
        'totalCommission',
        'totalFee',
      ],
      numbers,
      'invalid.value',
    ),
    ...rows(['discretionary', 'solicited'], ['TRUE', 'x', '', 0, [], {}], 'invalid.value'),
    ...rows(
      ['folioOid', 'folioOrderId', 'tradeOriginatingMemberOid', 'stateReasonCode'],
      ['', true, [], {}],
      'invalid.value',
    ),
    ...rows(['folioOid', 'folioOrderId', 'stateReasonCode'], [long], 'invalid.length'),
    ...rows(['folioOrderId'], ['a b', '../x'], 'invalid.value'),
    ...rows(['securityOrders'], [[], {}, 'x', 5, [5], [null]], 'invalid.value'),
    ...rows(['folioOid'], ['1'], 'not.updatable'),
    ...rows(['folioOrderId'], ['1'], 'not.updatable'),
    ...rows(['orderType'], ['D'], 'not.updatable'),
    ...rows(['creationDate'], ['2026-01-01T00:00:00Z'], 'not.updatable'),
    ...rows(['taxlotReliefMethod'], ['AVGC'], 'invalid.choice'),
  ];
  const onSecurity = [
    ...rows(['side', 'state', 'dollarShareBasedIndicator'], choices, 'invalid.choice'),
    ...rows(
      [
        'requestedDollarAmount',
        'requestedShareAmount',
        'requestedPrice',
        'estimatedDollarAmount',
        'estimatedShareAmount',
        'estimatedPrice',
        'filledDollarAmount',
        'filledShareAmount',
        'filledPrice',
        'limitPrice',
        'stopPrice',
        'commission',
        'secFee',
        'tradeFee',
      ],
      numbers,
      'invalid.value',
    ),
    ...rows(
      ['quoteTimestamp', 'creationTimestamp', 'modificationTimestamp'],
      moments,
      'invalid.date',
    ),
    ...rows(['security'], ['IBM', 5, [], true], 'invalid.value'),
    ...rows(['securityOrderId', 'securityOrderOid'], ['', 'a b', {}, true], 'invalid.value'),
    ...rows(['securityOrderId', 'securityOrderOid'], [long], 'invalid.length'),
    ...rows(['creationTimestamp'], ['2026-01-01T00:00:00Z'], 'not.updatable'),
    ...rows(['securityOrderId'], ['7'], 'not.updatable'),
  ];

  async function expectRefused(oid: string, body: Fields, problem: Expected): Promise<void> {
    const answer = await expectUnchanged(service, () => put(oid, body));
    expectProblems(answer, [problem]);
  }

  it.each(onOrder)('%s: %j [order.*]', async (name, value, problem) => {
    await expectRefused(await placed(), { [name]: value }, problem);
  });

  it.each(onSecurity)(
    'securityOrders › %s: %j [security-order.*]',
    async (name, value, problem) => {
      const one = { security: { ticker: 'IBM' }, side: '1', [name]: value };
      await expectRefused(await placed(), { securityOrders: [one] }, problem);
    },
  );

  it('null and what is left out stay as they are, field by field [§10.orders]', async () => {
    const oid = await placed();
    const shown = await read(oid);
    const [one] = shown['securityOrders'] as [Record<string, unknown>];
    await expectUnchanged(service, async () => {
      for (const name of Object.keys(shown)) {
        if (name !== 'securityOrders') expectStatus(await put(oid, { [name]: null }), 200);
      }
      for (const name of Object.keys(one)) {
        if (name === 'security' || name === 'side') continue;
        const item = { security: { ticker: 'IBM' }, side: '1', [name]: null };
        expectStatus(await put(oid, { securityOrders: [item] }), 200);
      }
      expectStatus(await put(oid, {}), 200);
      expectStatus(await put(oid, shown), 200);
    });
  });

  it('unknown keys at each depth; ids that differ from the path [§1.matching-ids errors.SYNTAX]', async () => {
    const oid = await placed();
    await refused(() => put(oid, { State: 'F' }), { type: 'SYNTAX', field: 'State' });
    const item = buyBody({ price: '1' });
    await refused(() => put(oid, { securityOrders: [item] }), { type: 'SYNTAX', field: 'price' });
    const cusip = buyBody({ security: { ticker: 'IBM', cusip: '1' } });
    await refused(() => put(oid, { securityOrders: [cusip] }), { type: 'SYNTAX', field: 'cusip' });
    await refused(
      () => put(oid, { accountNumber: 'RA00000000', folioNumber: '1', folioOrderOid: '2' }),
      rule('uri.matching.rule', 'accountNumber'),
      rule('uri.matching.rule', 'folioNumber'),
      rule('uri.matching.rule', 'folioOrderOid'),
    );
  });

  it('amounts at the edge of what is allowed stay amounts [security-order.decimals]', async () => {
    const oid = uniqueName('o');
    const most = '9999999999999.9999';
    const item = (index: number) => ({
      security: {
        ticker: `A${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`,
      },
      side: '1',
      requestedShareAmount: '999999999999999',
      limitPrice: most,
      filledDollarAmount: most,
    });
    const securityOrders = Array.from({ length: 100 }, (_, index) => item(index));
    expectStatus(await put(oid, reportBody({ securityOrders })), 200);
    const shown = await read(oid);
    expect(shown['filledBuyDollarAmount']).toBe('999999999999999.99');
    await expectUnchanged(service, async () => expectStatus(await put(oid, shown), 200));
    await refused(
      () => put(oid, { securityOrders: [buyBody()] }),
      field('securityOrders', 'invalid.length'),
    );
  });
});

describe('decisions §10 › Role backoffice', () => {
  it('nobody else [§10.rule]', async () => {
    const oid = await placed();
    const path = reportPath(folio, oid);
    await expectUnchanged(service, async () => {
      for (const client of [service.client, service.auditor, service.operator]) {
        expectStatus(await client.put(path, { state: 'F' }), 403);
      }
    });
  });

  it('unknown account, folio or impossible id: 404; an order of another folio too [§1.404]', async () => {
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
