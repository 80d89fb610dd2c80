import { describe, expect, it } from '@jest/globals';
import { type Expected, field, rule } from '../../support/problems.js';
import {
  expectProblems,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { buyBody, type Fields, reportBody } from '../orders.fixture.js';
import { placed, put, read, refused, service } from './set-up.js';

/** Optional fields of orders and security orders, which a GET may show as null. */
const EMPTIABLE = [
  'orderSubType',
  'executionDate',
  'scheduledWindowDatetime',
  'requestedBuyDollarAmount',
  'requestedSellDollarAmount',
  'estimatedBuyDollarAmount',
  'estimatedSellDollarAmount',
  'buyLimitPercent',
  'sellLimitPercent',
  'tradeOriginatingMemberOid',
  'stateReasonCode',
  'requestedDollarAmount',
  'requestedShareAmount',
  'requestedPrice',
  'estimatedDollarAmount',
  'estimatedShareAmount',
  'estimatedPrice',
  'filledPrice',
  'limitPrice',
  'stopPrice',
  'quoteTimestamp',
];

describe('hostile input', () => {
  const choices = ['x', 5, true, [], {}, 'o'];
  const numbers = ['abc', '1,5', '-1', '1e3', true, [], {}, '1'.repeat(30)];
  const moments = ['now', '2026-01-01', '2026-13-01T00:00:00Z', 5, true, {}];
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
      ['orderType', 'reasonForTrade', 'dollarShareBasedIndicator', 'taxlotReliefMethod', 'state'],
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
    ...rows(['discretionary', 'solicited'], ['TRUE', 'x', 0, [], {}], 'invalid.value'),
    ...rows(
      ['folioOid', 'folioOrderId', 'tradeOriginatingMemberOid', 'stateReasonCode'],
      [true, [], {}],
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
    ...rows(['securityOrderId', 'securityOrderOid'], ['a b', {}, true], 'invalid.value'),
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

  it('omitted fields stay, and null changes nothing in fields that are never empty, field by field [back-office.orders]', async () => {
    const oid = await placed();
    const shown = await read(oid);
    const [one] = shown['securityOrders'] as [Record<string, unknown>];
    await expectUnchanged(service, async () => {
      for (const name of Object.keys(shown)) {
        if (name === 'securityOrders' || EMPTIABLE.includes(name)) continue;
        expectStatus(await put(oid, { [name]: null }), 200);
      }
      for (const name of Object.keys(one)) {
        if (name === 'security' || name === 'side' || EMPTIABLE.includes(name)) continue;
        const item = { security: { ticker: 'IBM' }, side: '1', [name]: null };
        expectStatus(await put(oid, { securityOrders: [item] }), 200);
      }
      expectStatus(await put(oid, {}), 200);
      expectStatus(await put(oid, shown), 200);
    });
  });

  it('null clears what may be empty, field by field [back-office.orders back-office.rule]', async () => {
    const oid = await placed();
    const shown = await read(oid);
    const [one] = shown['securityOrders'] as [Record<string, unknown>];
    const security = { ticker: 'IBM' };
    for (const name of EMPTIABLE.filter((field) => field in shown)) {
      expectStatus(await put(oid, { [name]: null }), 200);
      expect(await read(oid)).toMatchObject({ [name]: null });
    }
    for (const name of EMPTIABLE.filter((field) => field in one)) {
      const item = { security, side: '1', [name]: null };
      expectStatus(await put(oid, { securityOrders: [item] }), 200);
      expect(await read(oid)).toMatchObject({ securityOrders: [{ [name]: null }] });
    }
  });

  it('unknown keys at each depth; ids that differ from the path [request.matching-ids errors.SYNTAX]', async () => {
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
