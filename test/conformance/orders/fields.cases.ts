import { describe, expect, it } from '@jest/globals';
import type { Problem } from '#libs/platform/kernel';
import { type Expected, field, rule, unknownKey } from '../../support/problems.js';
import { expectProblems, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { buyBody, directBody, type Fields, orderBody } from '../orders.fixture.js';
import {
  create,
  missing,
  refused,
  service,
  wrongBoolean,
  wrongCode,
  wrongDecimal,
} from './set-up.js';

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
    ...['tomorrow', '2030-01-01', '2030-02-30T00:00:00Z', 5, true, {}].map(
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
    await refused(body, [unknownKey(name)]);
  });

  it.each([null, [], [orderBody()], 'text', 5, true])(
    'a body that is no object: %j [errors.malformed]',
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
    ...['3', 'B', 0, true, {}].map(
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
    ['', 'cannot.be.null'],
    ['ibm', 'invalid.value'],
    ['IBM!', 'invalid.value'],
    ['IBMIBMIBMX', 'invalid.value'],
    [5, 'invalid.value'],
    [{}, 'invalid.value'],
  ])('security.ticker: %j [security-order.security]', async (ticker, code) => {
    await refused(one({ security: { ticker } }), [field('ticker', code)]);
  });

  it.each(['state', 'filledDollarAmount', 'securityOrderOid', 'requestedPrice', 'Side', 'ticker'])(
    'what the service decides, and unknown keys: %s [errors.SYNTAX]',
    async (name) => {
      await refused(one({ [name]: '1' }), [unknownKey(name)]);
      await refused(one({ security: { ticker: 'IBM', [`${name}X`]: 1 } }), [
        unknownKey(`${name}X`),
      ]);
    },
  );

  it('the same ticker twice; 101 of them [order.securityOrders]', async () => {
    await refused(orderBody({ securityOrders: [buyBody(), buyBody({ side: '2' })] }), [
      {
        ...field('ticker', 'invalid.value'),
        message: 'securityOrders[1]: IBM appears more than once.',
      },
    ]);
    const many = Array.from({ length: 101 }, () => buyBody());
    await refused(orderBody({ securityOrders: many }), [field('securityOrders', 'invalid.length')]);
  });

  it('each item is told of its own problems, rules once there are none [errors.list]', async () => {
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
      ],
    );
    await refused(orderBody({ accountNumber: 'RA00000000' }), [
      rule('uri.matching.rule', 'accountNumber'),
    ]);
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
