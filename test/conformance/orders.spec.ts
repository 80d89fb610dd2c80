import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import type { Problem } from '#libs/platform/kernel';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { holder } from './bank-links.fixture.js';
import {
  buyBody,
  directBody,
  type Fields,
  listOf,
  newFolio,
  objectOf,
  orderBody,
  ordersPath,
  placeOrder,
} from './orders.fixture.js';

type Expected = Partial<Problem>;
const field = (name: string, errorCode: string): Expected => ({
  type: 'VALIDATION_FIELD',
  field: name,
  errorCode,
});
const rule = (errorCode: string, name?: string): Expected => ({
  type: 'VALIDATION_RULE',
  errorCode,
  ...(name !== undefined && { field: name }),
});
const unknown = (name: string): Expected => ({ type: 'SYNTAX', field: name });

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
const OID = /^[1-9]\d{14}$/;

let service: ServiceUnderTest;
let owner: string;
let accountNumber: string;
let folio: string;
let orders: string;

beforeAll(async () => {
  service = await ServiceUnderTest.start();
  owner = await service.member();
  accountNumber = await service.openAccount({ primaryAccountOwner: owner });
  folio = await newFolio(service, accountNumber);
  orders = ordersPath(folio);
});
afterAll(() => service.stop());

const create = (body: unknown, path = orders): Promise<ClientAnswer> =>
  service.client.post(path, body);

/** Refused with exactly these problems; nothing is stored. */
async function refused(body: unknown, problems: readonly Expected[], path = orders): Promise<void> {
  expectExactly(await expectUnchanged(service, () => create(body, path)), problems);
}

describe('decisions §9 › POST …/folios/{f}/orders', () => {
  it('201, empty body, Location, ETag, consistency token; the GET shows every key [§9.orders order.* security-order.* §3.dollarShareBasedIndicator]', async () => {
    const answer = await service.as(owner).post(orders, orderBody());
    expectStatus(answer, 201);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${service.service.url}${orders}/[1-9]\\d{14}$`),
    );
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
    const shown = await service.client.get(answer.location ?? '');
    expectStatus(shown, 200);
    expect(shown.headers.get('etag')).toBe('"0"');
    expect(answer.headers.get('etag')).toBe('"0"');
    const member = objectOf(await service.client.get(`/restapi/members/${owner}`));
    const moment = expect.stringMatching(MOMENT);
    expect(shown.body).toEqual({
      accountNumber,
      folioNumber: folio,
      folioOid: expect.stringMatching(OID),
      folioOrderId: expect.stringMatching(/^[1-9]\d{11}$/),
      folioOrderOid: answer.location?.split('/').at(-1),
      orderType: 'W',
      orderSubType: 'M',
      reasonForTrade: 'NS',
      creationDate: moment,
      creationMethod: 'A',
      executionDate: null,
      modificationTimestamp: moment,
      scheduledWindowDatetime: null,
      discretionary: false,
      solicited: true,
      dollarShareBasedIndicator: 'D',
      requestedBuyDollarAmount: '500.00',
      requestedSellDollarAmount: '0.00',
      estimatedBuyDollarAmount: '500.00',
      estimatedSellDollarAmount: '0.00',
      filledBuyDollarAmount: '0.00',
      filledSellDollarAmount: '0.00',
      buyLimitPercent: null,
      sellLimitPercent: null,
      commission: '0.00',
      totalCommission: '0.00',
      totalFee: '0.00',
      taxlotReliefMethod: 'LGHL',
      tradeOriginatingMemberOid: member['memberOid'],
      state: 'O',
      stateReasonCode: null,
      securityOrders: [
        {
          securityOrderId: expect.stringMatching(/^[1-9]\d{11}$/),
          securityOrderOid: expect.stringMatching(OID),
          security: { ticker: 'IBM' },
          side: '1',
          state: 'O',
          stateReasonCode: null,
          dollarShareBasedIndicator: 'D',
          requestedDollarAmount: '500.00',
          requestedShareAmount: null,
          requestedPrice: null,
          estimatedDollarAmount: '500.00',
          estimatedShareAmount: null,
          estimatedPrice: null,
          filledDollarAmount: '0.00',
          filledShareAmount: '0',
          filledPrice: null,
          limitPrice: null,
          stopPrice: null,
          commission: '0.00',
          secFee: '0.00',
          tradeFee: '0.00',
          quoteTimestamp: null,
          creationTimestamp: moment,
          modificationTimestamp: moment,
        },
      ],
    });
  });

  it('tradeOriginatingMemberOid › null when the API client acts for itself [order.tradeOriginatingMemberOid]', async () => {
    const order = objectOf(await service.client.get(await placeOrder(service.client, folio)));
    expect(order['tradeOriginatingMemberOid']).toBeNull();
  });

  it('folioOid is the same for all orders of a folio; 02 is named by its number [order.ids]', async () => {
    const [one, two] = [
      objectOf(await service.client.get(await placeOrder(service.client, folio))),
      objectOf(await service.client.get(await placeOrder(service.client, folio))),
    ];
    expect(one['folioOid']).toBe(two['folioOid']);
    const other = await placeOrder(service.client, `${accountNumber}02`, directBody());
    expect(objectOf(await service.client.get(other))['folioOid']).toBe(`${accountNumber}02`);
  });

  it('everything that can be said of an order, each side and numbers as JSON numbers [order.* security-order.* §1.numbers §3.dollarShareBasedIndicator]', async () => {
    const path = await placeOrder(service.client, folio, {
      accountNumber,
      folioNumber: folio,
      orderType: 'D',
      orderSubType: 'L',
      reasonForTrade: 'TL',
      discretionary: 'true',
      solicited: 'false',
      dollarShareBasedIndicator: 'S',
      buyLimitPercent: 2.5,
      sellLimitPercent: '0',
      taxlotReliefMethod: 'HGLL',
      securityOrders: [
        { security: { ticker: 'BRK.B' }, side: 1, requestedShareAmount: 1.25, limitPrice: 100 },
        {
          security: { ticker: 'MSFT' },
          side: '2',
          dollarShareBasedIndicator: 'D',
          requestedDollarAmount: '99.9',
          limitPrice: '0.0001',
        },
      ],
    });
    expect(objectOf(await service.client.get(path))).toMatchObject({
      orderType: 'D',
      orderSubType: 'L',
      reasonForTrade: 'TL',
      discretionary: true,
      solicited: false,
      buyLimitPercent: '2.5',
      sellLimitPercent: '0',
      taxlotReliefMethod: 'HGLL',
      requestedBuyDollarAmount: null,
      requestedSellDollarAmount: '99.90',
      estimatedBuyDollarAmount: '125.00',
      securityOrders: [
        { side: '1', requestedShareAmount: '1.25', limitPrice: '100.00', estimatedPrice: '100.00' },
        { side: '2', dollarShareBasedIndicator: 'D', requestedDollarAmount: '99.90' },
      ],
    });
  });

  it('scheduledWindowDatetime › in any spelling of the wire, still to come [order.times]', async () => {
    const year = new Date().getUTCFullYear() + 1;
    const scheduledWindowDatetime = `${year}-03-02T10:00:00-0500`;
    const path = await placeOrder(service.client, folio, orderBody({ scheduledWindowDatetime }));
    expect(objectOf(await service.client.get(path))).toMatchObject({
      scheduledWindowDatetime: `${year}-03-02T15:00:00.000+00:00`,
    });
    await refused(orderBody({ scheduledWindowDatetime: '2020-01-01T00:00:00Z' }), [
      field('scheduledWindowDatetime', 'invalid.value'),
    ]);
    await refused(directBody({}, { scheduledWindowDatetime }), [
      rule('order.type.rule', 'scheduledWindowDatetime'),
    ]);
  });

  it('decisions §3 › reasonForTrade: NS by default, or two capital letters of the table [§3.reasonForTrade order.kind]', async () => {
    for (const reasonForTrade of ['NS', 'RB', 'CF', 'TL', 'AA', 'CR', 'MC']) {
      expectStatus(await create(orderBody({ reasonForTrade })), 201);
    }
    for (const reasonForTrade of ['ZZ', 'ns', 'N', 'NSX', '']) {
      await refused(orderBody({ reasonForTrade }), [field('reasonForTrade', 'invalid.choice')]);
    }
  });

  it('taxlotReliefMethod › default is defaultTaxLotSelection of the account [order.taxlotReliefMethod]', async () => {
    const fifo = await service.openAccount({ defaultTaxLotSelection: 'FIFO' });
    const made = await placeOrder(service.client, `${fifo}02`, directBody());
    expect(objectOf(await service.client.get(made))['taxlotReliefMethod']).toBe('FIFO');
    const ira = await service.openAccount({ accountType: 'R' });
    const path = ordersPath(`${ira}02`);
    const order = await placeOrder(service.client, `${ira}02`, directBody());
    expect(objectOf(await service.client.get(order))['taxlotReliefMethod']).toBe('AVGC');
    const wrong = [field('taxlotReliefMethod', 'invalid.choice')];
    await refused(directBody({}, { taxlotReliefMethod: 'FIFO' }), wrong, path);
    await refused(orderBody({ taxlotReliefMethod: 'AVGC' }), wrong);
  });

  it('Idempotency-Key › sent twice is one order [§11.consistency]', async () => {
    const headers = { 'idempotency-key': uniqueName('k') };
    const first = await service.client.post(orders, orderBody(), headers);
    expectStatus(first, 201);
    const again = await expectUnchanged(service, () =>
      service.client.post(orders, orderBody(), headers),
    );
    expectStatus(again, 201);
    expect(again.location).toBe(first.location);
    const other = await service.client.post(orders, orderBody({ solicited: false }), headers);
    expectStatus(other, 422);
  });

  it('50 at the same time are 50 orders [§9.orders]', async () => {
    const number = await newFolio(service, accountNumber);
    const made = await Promise.all(
      Array.from({ length: 50 }, () => create(orderBody(), ordersPath(number))),
    );
    expect(new Set(made.map(({ location }) => location)).size).toBe(50);
    const list = listOf(await service.client.get(ordersPath(number)));
    expect(list).toHaveLength(50);
  });
});

const wrongCode = (name: string): [string, unknown, Expected][] => [
  [name, 'Z', field(name, 'invalid.choice')],
  [name, '', field(name, 'invalid.choice')],
  [name, 5, field(name, 'invalid.choice')],
  [name, true, field(name, 'invalid.choice')],
  [name, ['D'], field(name, 'invalid.choice')],
  [name, {}, field(name, 'invalid.choice')],
];
const wrongDecimal = (name: string, ...more: readonly unknown[]): [string, unknown, Expected][] =>
  ['', 'abc', '1,5', ' 1', '1e3', '-1', 'NaN', '1'.repeat(30), true, [], {}, ...more].map(
    (value) => [name, value, field(name, 'invalid.value')],
  );
const wrongBoolean = (name: string): [string, unknown, Expected][] =>
  ['TRUE', 'yes', '', 0, 1, [], {}].map((value) => [name, value, field(name, 'invalid.value')]);
const missing = (name: string): [string, unknown, Expected][] => [
  [name, undefined, field(name, 'cannot.be.null')],
  [name, null, field(name, 'cannot.be.null')],
];

describe('Folio order keys › hostile input', () => {
  it.each<[string, unknown, Expected]>([
    ...missing('orderType'),
    ...wrongCode('orderType'),
    ['orderType', 'w', field('orderType', 'invalid.choice')],
    ...missing('dollarShareBasedIndicator'),
    ...wrongCode('dollarShareBasedIndicator'),
    ['dollarShareBasedIndicator', 'd', field('dollarShareBasedIndicator', 'invalid.choice')],
    ...missing('discretionary'),
    ...wrongBoolean('discretionary'),
    ...missing('solicited'),
    ...wrongBoolean('solicited'),
    ...missing('securityOrders'),
    ['securityOrders', [], field('securityOrders', 'invalid.value')],
    ['securityOrders', {}, field('securityOrders', 'invalid.value')],
    ['securityOrders', 'IBM', field('securityOrders', 'invalid.value')],
    ['securityOrders', [1], field('securityOrders', 'invalid.value')],
    ['securityOrders', [null], field('securityOrders', 'invalid.value')],
    ...wrongCode('orderSubType'),
    ['orderSubType', 'L', field('orderSubType', 'invalid.value')],
    ...wrongCode('reasonForTrade'),
    ...wrongCode('taxlotReliefMethod'),
    ['taxlotReliefMethod', 'fifo', field('taxlotReliefMethod', 'invalid.choice')],
    ...wrongDecimal('buyLimitPercent', '100.01', '0.00001'),
    ...wrongDecimal('sellLimitPercent', '100.01', '0.00001'),
    ...['', 'tomorrow', '2030-01-01', '2030-02-30T00:00:00Z', 5, true, {}].map(
      (value): [string, unknown, Expected] => [
        'scheduledWindowDatetime',
        value,
        field('scheduledWindowDatetime', 'invalid.date'),
      ],
    ),
    ['accountNumber', 'RA00000000', rule('uri.matching.rule', 'accountNumber')],
    ['accountNumber', true, field('accountNumber', 'invalid.value')],
    ['accountNumber', 'x'.repeat(65), field('accountNumber', 'invalid.length')],
    ['folioNumber', 'RA0000000003', rule('uri.matching.rule', 'folioNumber')],
    ['folioNumber', {}, field('folioNumber', 'invalid.value')],
  ])('%s: %j [order.*]', async (name, value, problem) => {
    const body = orderBody({ [name]: value });
    const answer = await expectUnchanged(service, () => create(body));
    expectProblems(answer, [problem]);
    expect((answer.body as Problem[]).filter((one) => one.field === name)).toHaveLength(1);
  });

  it.each([
    'state',
    'stateReasonCode',
    'folioOid',
    'folioOrderId',
    'folioOrderOid',
    'creationDate',
    'creationMethod',
    'commission',
    'tradeOriginatingMemberOid',
    'requestedBuyDollarAmount',
    'OrderType',
    '__proto__',
    'constructor',
  ])('what the service decides, and unknown keys: %s [errors.SYNTAX]', async (name) => {
    const text = JSON.stringify(orderBody()).replace('{', `{${JSON.stringify(name)}:"1",`);
    const body = JSON.parse(text) as Record<string, unknown>;
    await refused(body, [unknown(name)]);
  });

  it.each([null, [], [orderBody()], 'text', 5, true])(
    'a body that is no object: %j [§1.malformed]',
    async (body) => {
      const answer = await expectUnchanged(service, () => create(body));
      expectProblems(answer, [{ type: 'SYNTAX' }]);
    },
  );
});

describe('Security order keys › hostile input', () => {
  const one = (fields: Fields) => orderBody({ securityOrders: [buyBody(fields)] });
  const inShares = (fields: Fields) => directBody(fields);
  const both = (name: string, value: unknown, body: (fields: Fields) => unknown) =>
    [name, value, body({ [name]: value })] as const;

  it.each<readonly [string, unknown, unknown, Expected]>([
    ...missing('security').map(
      ([name, value, problem]) => [...both(name, value, one), problem] as const,
    ),
    ...['IBM', 5, [], true].map(
      (value) => [...both('security', value, one), field('security', 'invalid.value')] as const,
    ),
    ...missing('side').map(
      ([name, value, problem]) => [...both(name, value, one), problem] as const,
    ),
    ...['3', 'B', 0, '', true, {}].map(
      (value) => [...both('side', value, one), field('side', 'invalid.choice')] as const,
    ),
    ...wrongCode('dollarShareBasedIndicator').map(
      ([name, value, problem]) => [...both(name, value, one), problem] as const,
    ),
    ...[
      ...missing('requestedDollarAmount'),
      ...wrongDecimal('requestedDollarAmount', '0', '0.001', '1000000000000'),
    ].map(([name, value, problem]) => [...both(name, value, one), problem] as const),
    ...[
      ...missing('requestedShareAmount'),
      ...wrongDecimal('requestedShareAmount', '0', '0.000000001'),
      ...wrongDecimal('limitPrice', '0', '0.00001', '10000000'),
      ...wrongDecimal('stopPrice', '0', '0.00001', '10000000'),
    ].map(([name, value, problem]) => [...both(name, value, inShares), problem] as const),
    [...both('requestedShareAmount', '1', one), field('requestedShareAmount', 'invalid.value')],
    [
      ...both('requestedDollarAmount', '1', inShares),
      field('requestedDollarAmount', 'invalid.value'),
    ],
  ])('%s: %j [security-order.*]', async (name, _value, body, problem) => {
    const answer = await expectUnchanged(service, () => create(body));
    expectProblems(answer, [problem]);
    expect((answer.body as Problem[]).filter((found) => found.field === name)).toHaveLength(1);
    expect((answer.body as Problem[])[0]?.message).toMatch(/securityOrders\[0\]/);
  });

  it.each([
    [undefined, 'cannot.be.null'],
    [null, 'cannot.be.null'],
    ['', 'invalid.value'],
    ['ibm', 'invalid.value'],
    ['IBM!', 'invalid.value'],
    ['IBMIBMIBMX', 'invalid.length'],
    [5, 'invalid.value'],
    [{}, 'invalid.value'],
  ])('security.ticker: %j [security-order.security]', async (ticker, code) => {
    await refused(one({ security: { ticker } }), [field('ticker', code)]);
  });

  it.each(['state', 'filledDollarAmount', 'securityOrderOid', 'requestedPrice', 'Side', 'ticker'])(
    'what the service decides, and unknown keys: %s [errors.SYNTAX]',
    async (name) => {
      await refused(one({ [name]: '1' }), [unknown(name)]);
      await refused(one({ security: { ticker: 'IBM', [`${name}X`]: 1 } }), [unknown(`${name}X`)]);
    },
  );

  it('the same ticker twice; 101 of them [order.securityOrders]', async () => {
    await refused(orderBody({ securityOrders: [buyBody(), buyBody({ side: '2' })] }), [
      {
        ...field('ticker', 'invalid.value'),
        message: 'securityOrders[1]: IBM is there more than once',
      },
    ]);
    const many = Array.from({ length: 101 }, () => buyBody());
    await refused(orderBody({ securityOrders: many }), [field('securityOrders', 'invalid.length')]);
  });

  it('each item is told of its own problems, the rules beside them [§1.errors]', async () => {
    await refused(
      orderBody({
        orderType: 'X',
        accountNumber: 'RA00000000',
        securityOrders: [buyBody({ side: '3' }), { security: {} }],
      }),
      [
        field('orderType', 'invalid.choice'),
        { ...field('side', 'invalid.choice'), message: expect.stringContaining('[0]') as never },
        { ...field('ticker', 'cannot.be.null'), message: expect.stringContaining('[1]') as never },
        { ...field('side', 'cannot.be.null'), message: expect.stringContaining('[1]') as never },
        field('requestedDollarAmount', 'cannot.be.null'),
        rule('uri.matching.rule', 'accountNumber'),
      ],
    );
  });

  it('orderType L needs both prices, W and A have none [security-order.prices]', async () => {
    const direct = (fields: Fields) => directBody(fields, { orderType: 'L' });
    await refused(direct({ limitPrice: '1' }), [field('stopPrice', 'cannot.be.null')]);
    await refused(direct({ stopPrice: '1' }), [field('limitPrice', 'cannot.be.null')]);
    expectStatus(await create(direct({ stopPrice: '1', limitPrice: '1' })), 201);
    for (const orderType of ['W', 'A']) {
      await refused(orderBody({ orderType, securityOrders: [buyBody({ limitPrice: '1' })] }), [
        rule('order.type.rule', 'limitPrice'),
      ]);
      expectStatus(await create(orderBody({ orderType })), 201);
    }
  });
});

describe('Folio number › No trades in folio 01', () => {
  it('of any type; its list is empty [folio.01 §9.orders]', async () => {
    const cash = ordersPath(`${accountNumber}01`);
    await refused(orderBody(), [rule('order.cash.folio.rule')], cash);
    await refused(directBody(), [rule('order.cash.folio.rule')], cash);
    expect(listOf(await service.client.get(cash))).toEqual([]);
  });
});

describe('Folio number › Folio 02 accepts only direct trades of whole shares', () => {
  const path = () => ordersPath(`${accountNumber}02`);

  it.each([
    ['market', {}, 'D', 'M'],
    ['limit', { limitPrice: '10' }, 'D', 'L'],
    ['stop', { stopPrice: '10' }, 'D', 'S'],
    ['stop-limit', { limitPrice: '10', stopPrice: '9' }, 'L', 'X'],
  ])('%s [folio.02 §9.orders]', async (_, prices, orderType, orderSubType) => {
    const made = await create(directBody(prices, { orderType }), path());
    expectStatus(made, 201);
    expect(objectOf(await service.client.get(made.location ?? ''))).toMatchObject({
      orderType,
      orderSubType,
    });
  });

  it('no window trades, no auto invest, no fractional or dollar-based orders [folio.02]', async () => {
    const direct = rule('order.direct.only.rule', 'orderType');
    const whole = rule('order.whole.shares.rule');
    await refused(orderBody(), [direct, whole], path());
    await refused(orderBody({ orderType: 'A' }), [direct, whole], path());
    await refused(directBody({}, { orderType: 'W' }), [direct], path());
    await refused(directBody({ requestedShareAmount: '1.5' }), [whole], path());
    await refused(orderBody({ orderType: 'D' }), [whole], path());
  });
});

describe('decisions §8, §9 › positions and closed folios', () => {
  it('a direct sale of more than is held is refused once positions are known [§9.orders]', async () => {
    const number = await newFolio(service, accountNumber);
    const sell = (requestedShareAmount: string) => directBody({ side: '2', requestedShareAmount });
    expectStatus(await create(sell('999'), ordersPath(number)), 201);
    const positions = `/backoffice/accounts/${accountNumber}/folios/${number}/positions`;
    const set = await service.backoffice.put(positions, [{ ticker: 'IBM', shareQuantity: '5' }]);
    expectStatus(set, 200);
    await refused(sell('5.5'), [rule('order.positions.rule')], ordersPath(number));
    expectStatus(await create(sell('5'), ordersPath(number)), 201);
  });

  it('a closed folio refuses new orders; its old ones can be read and cancelled [folio.close]', async () => {
    const number = await newFolio(service, accountNumber);
    const order = await placeOrder(service.client, number);
    const folioPath = `/restapi/accounts/${accountNumber}/folios/${number}`;
    expectStatus(await service.client.put(folioPath, { folioStatus: 'C' }), 200);
    await refused(orderBody(), [rule('folio.closed.rule')], ordersPath(number));
    expectStatus(await service.client.get(order), 200);
    expectStatus(await service.client.put(order, { state: 'C' }), 200);
  });
});

describe('decisions §5 › What a restricted account refuses', () => {
  it('orders, with account.restricted.rule; reading and cancelling stay [§5.refuses]', async () => {
    const number = await service.account();
    const path = ordersPath(`${number}02`);
    const restricted = rule('account.restricted.rule');
    await refused(directBody(), [restricted], path);
    await refused(directBody({ side: '3' }), [restricted, field('side', 'invalid.choice')], path);
    expect(listOf(await service.client.get(path))).toEqual([]);

    const other = await service.openAccount();
    const open = `${other}02`;
    const order = await placeOrder(service.client, open, directBody());
    const restrictions = `/restapi/accounts/${other}/restrictions`;
    expectStatus(await service.client.post(restrictions, { reasonCode: '021' }), 201);
    await refused(directBody(), [rule('account.restricted.rule')], ordersPath(open));
    expectStatus(await service.client.get(order), 200);
    expectStatus(await service.client.put(order, { state: 'C' }), 200);
  });
});

describe('decisions §2 › who may', () => {
  it.each([
    ['AM', 201, 200],
    ['TM', 201, 200],
    ['TR', 201, 200],
    ['MM', 403, 200],
    ['DV', 403, 200],
    ['SV', 403, 403],
  ])('%s: trade %i, read %i [§2.permissions]', async (permission, trade, read) => {
    const client = await holder(service, accountNumber, permission);
    const order = await placeOrder(service.client, folio);
    const head = await service.head();
    const made = await client.post(orders, orderBody());
    expectStatus(made, trade);
    const cancelled = await client.put(order, { state: 'C' });
    expectStatus(cancelled, trade === 201 ? 200 : 403);
    if (trade === 403) expect(await service.head()).toBe(head);
    expectStatus(await client.get(orders), read);
    expectStatus(await client.get(order), read);
  });

  it('without rights 403 comes before the body is looked at [§1.403]', async () => {
    const stranger = service.as(await service.member());
    const answer = await expectUnchanged(service, () => stranger.post(orders, { x: 1 }));
    expectStatus(answer, 403);
  });

  it('an auditor reads and changes nothing; back office and operators have no business here [§2.bearer]', async () => {
    const order = await placeOrder(service.client, folio);
    expectStatus(await service.auditor.get(orders), 200);
    expectStatus(await service.auditor.get(order), 200);
    await expectUnchanged(service, async () => {
      expectStatus(await service.auditor.post(orders, orderBody()), 403);
      expectStatus(await service.auditor.put(order, { state: 'C' }), 403);
      expectStatus(await service.backoffice.post(orders, orderBody()), 403);
      expectStatus(await service.operator.get(orders), 403);
    });
  });

  it('unknown accounts, folios and orders, and those of another firm: 404 before 400 [§1.404]', async () => {
    const { client } = await service.otherFirm();
    const order = await placeOrder(service.client, folio);
    const oid = order.split('/').at(-1) ?? '';
    const second = await newFolio(service, accountNumber);
    const account = await service.openAccount();
    await expectUnchanged(service, async () => {
      for (const path of [
        ordersPath('RA0000000003'),
        ordersPath(`${accountNumber}98`),
        ordersPath(`${accountNumber}00`),
        orders.replace(folio, '03'),
        orders.replace(folio, 'x'),
        orders.replace(folio, `${account}02`),
      ]) {
        expectStatus(await service.client.post(path, { x: 1 }), 404);
        expectStatus(await service.client.get(path), 404);
        expectStatus(await service.client.get(`${path}/${oid}`), 404);
      }
      for (const path of [
        `${orders}/1`,
        `${orders}/%20`,
        `${orders}/${'9'.repeat(400)}`,
        `${ordersPath(second)}/${oid}`,
        `${ordersPath(`${account}02`)}/${oid}`,
      ]) {
        expectStatus(await service.client.get(path), 404);
        expectStatus(await service.client.put(path, { x: 1 }), 404);
        expectStatus(await service.client.put(path, { state: 'C' }, { 'if-match': '"7"' }), 404);
      }
      expectStatus(await client.post(orders, orderBody()), 404);
      expectStatus(await client.get(orders), 404);
      expectStatus(await client.get(order), 404);
      expectStatus(await client.put(order, { state: 'C' }), 404);
    });
  });
});

describe('decisions §9 › GET …/folios/{f}/orders', () => {
  it('all orders of the folio, newest first, and of no other [§9.orders]', async () => {
    const number = await newFolio(service, accountNumber);
    expect(listOf(await service.client.get(ordersPath(number)))).toEqual([]);
    const made = [];
    for (let i = 0; i < 3; i++) made.push(await placeOrder(service.client, number));
    expectStatus(await service.client.put(made[1] ?? '', { state: 'C' }), 200);
    const list = listOf(await service.client.get(ordersPath(number)));
    expect(
      new Set(list.map(({ folioOrderOid }) => `${ordersPath(number)}/${String(folioOrderOid)}`)),
    ).toEqual(new Set(made));
    const dates = list.map(({ creationDate }) => String(creationDate));
    expect(dates).toEqual([...dates].sort().reverse());
    for (const shown of list) {
      const path = `${ordersPath(number)}/${String(shown['folioOrderOid'])}`;
      expect((await service.client.get(path)).body).toEqual(shown);
    }
  });
});

describe('decisions §9 › cancel by PUT with state C', () => {
  it('C with reason 201, the security orders too; ETag, empty body [§9.orders §3.order order.state]', async () => {
    const order = await placeOrder(service.client, folio);
    const oid = order.split('/').at(-1);
    const body = { state: 'C', accountNumber, folioNumber: folio, folioOrderOid: oid };
    const answer = await service.client.put(order, body, { 'if-match': '"0"' });
    expectStatus(answer, 200);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('etag')).toBe('"1"');
    const shown = await service.client.get(order);
    expect(shown.headers.get('etag')).toBe('"1"');
    const cancelled = { state: 'C', stateReasonCode: '201' };
    expect(shown.body).toMatchObject({ ...cancelled, securityOrders: [cancelled] });
  });

  it('twice is a success that changes nothing [§9.orders]', async () => {
    const order = await placeOrder(service.client, folio);
    expectStatus(await service.client.put(order, { state: 'C' }), 200);
    const again = await expectUnchanged(service, () => service.client.put(order, { state: 'C' }));
    expectStatus(again, 200);
  });

  it('If-Match › 412 for another revision [§1.412]', async () => {
    const order = await placeOrder(service.client, folio);
    const answer = await expectUnchanged(service, () =>
      service.client.put(order, { state: 'C' }, { 'if-match': '"1"' }),
    );
    expectStatus(answer, 412);
  });

  it.each<[unknown, Expected]>([
    [{}, field('state', 'cannot.be.null')],
    [{ state: null }, field('state', 'cannot.be.null')],
    [{ state: 'c' }, field('state', 'invalid.choice')],
    [{ state: 'F' }, field('state', 'invalid.choice')],
    [{ state: '' }, field('state', 'invalid.choice')],
    [{ state: 1 }, field('state', 'invalid.choice')],
    [{ state: ['C'] }, field('state', 'invalid.choice')],
    [{ state: 'C', State: 'C' }, unknown('State')],
    [{ state: 'C', stateReasonCode: '201' }, unknown('stateReasonCode')],
    [{ state: 'C', accountNumber: 'RA00000000' }, rule('uri.matching.rule', 'accountNumber')],
    [{ state: 'C', folioNumber: 'RA0000000003' }, rule('uri.matching.rule', 'folioNumber')],
    [{ state: 'C', folioOrderOid: '1' }, rule('uri.matching.rule', 'folioOrderOid')],
    [{ state: 'C', folioOrderOid: {} }, field('folioOrderOid', 'invalid.value')],
  ])('%j [§9.orders]', async (body, problem) => {
    const order = await placeOrder(service.client, folio);
    const answer = await expectUnchanged(service, () => service.client.put(order, body));
    expectExactly(answer, [problem]);
  });
});
