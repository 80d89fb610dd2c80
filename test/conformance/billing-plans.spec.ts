import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { type FieldRow, titled } from '../support/field-rows.js';
import { CHOICE, FORBIDDEN, LENGTH, NOT_FOUND, NULL, VALUE } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';

type Body = Readonly<Record<string, unknown>>;

let service: ServiceUnderTest;
/** A firm with a plan A 77. */
let firm: Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  firm = await service.otherFirm();
});
afterAll(() => service.stop());

const OTHER_TYPE = 'invalid.for.billing.plan.type';
const TIERS = 'billing.asset.fee.tiers.rule';

const pathOf = (oid: string, firmId = firm.firmId): string =>
  `/restapi/firms/${firmId}/billingplans/${oid}`;
const put = (oid: string, body: unknown, firmId = firm.firmId): Promise<ClientAnswer> =>
  service.backoffice.put(`/backoffice/firms/${firmId}/billingplans/${oid}`, body);
const refused = (body: unknown, oid = newOid()): Promise<ClientAnswer> =>
  expectUnchanged(service, () => put(oid, body));
const get = async (oid: string, client = firm.client): Promise<unknown> => {
  const answer = await client.get(pathOf(oid));
  expectStatus(answer, 200);
  return answer.body;
};
let oids = 1000;
const newOid = (): string => String(++oids);

const assetFees = (fields: Body = {}): Body => ({
  assetFeeTiers: [
    { minAssetValue: '0', maxAssetValue: '250000', basisPoints: '100' },
    { minAssetValue: '250000', maxAssetValue: 'Infinity', basisPoints: '62.5' },
  ],
  billingMode: 'A',
  billingPeriodType: 'M',
  billingPeriodValue: '3',
  flatFee: '25',
  tierType: 'M',
  ...fields,
});
const advisory = (fields: Body = {}): Body => ({
  billingPlanType: 'A',
  name: 'Advisory',
  description: 'Tiered',
  assetFees: assetFees(),
  ...fields,
});
const commission = (fields: Body = {}): Body => ({
  orderType: 'W',
  commission: '1.25',
  tradeCountThreshold: '10',
  additionalCommission: '0.5',
  buyCommission: '2',
  buyTradeCountThreshold: '5',
  additionalBuyCommission: '1',
  sellCommission: '3',
  sellTradeCountThreshold: '6',
  additionalSellCommission: '1.5',
  ...fields,
});
const folioFees = (fields: Body = {}): Body => ({
  folioFee: '250',
  folioFeeDiscount: '10',
  additionalFolioFee: '20',
  additionalFolioFeeDiscount: '2',
  baseNumberOfFolios: '3',
  chargeFrequency: '12',
  ...fields,
});

/** Decimal strings as numbers, so that only their value is compared. */
function numbers(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(numbers);
  if (json === null || typeof json !== 'object') {
    return typeof json === 'string' && /^\d+(\.\d+)?$/.test(json) ? Number(json) : json;
  }
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, numbers(value)]));
}

describe('Get a billing plan, endpoint 6', () => {
  it('Billing plan › advisory › every field, both keys, JSON [6.response billing-plan.billingPlanId billing-plan.billingPlanType billing-plan.name billing-plan.assetFees billing-plan.commissionFees asset-fees.* commission-fees.* §1.output conventions.json]', async () => {
    const fees = { commissionFees: [commission(), { orderType: 'L', commission: '0' }] };
    expectStatus(await put('500', advisory(fees)), 200);
    const answer = await firm.client.get(pathOf('500'));
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('etag')).toBe('"0"');
    expect(numbers(answer.body)).toEqual(
      numbers({
        ...advisory(fees),
        billingPlanId: '500',
        billingType: 'A',
      }),
    );
    const { assetFees: shown } = answer.body as { assetFees: Record<string, unknown> };
    expect(shown['flatFee']).toEqual(expect.any(String));
    expect(shown['billingPeriodValue']).toBe('3');
  });

  it('Billing plan › brokerage › assetFees without commissionFees [billing-plan.commissionFees billing-plan.assetFees]', async () => {
    const plan = { billingPlanType: 'B', name: 'Brokerage', assetFees: assetFees() };
    expectStatus(await put('501', plan), 200);
    expect(numbers(await get('501'))).toEqual(
      numbers({ ...plan, description: null, billingPlanId: '501', billingType: 'B' }),
    );
  });

  it('Billing plan › platform › folioFees; assetFees absent [billing-plan.folioFees billing-plan.assetFees folio-fees.*]', async () => {
    const plan = { billingType: 'P', name: 'Platform', folioFees: folioFees() };
    expectStatus(await put('502', plan), 200);
    const shown = await get('502');
    expect(numbers(shown)).toEqual(
      numbers({ ...plan, description: null, billingPlanId: '502', billingPlanType: 'P' }),
    );
    expect(shown).not.toHaveProperty('assetFees');
    expect(shown).not.toHaveProperty('commissionFees');
  });

  it('Billing plan › list › every plan of the firm [6.response]', async () => {
    const { client, firmId, planOid } = await service.otherFirm();
    await service.advisoryPlan(firmId, '78');
    const answer = await client.get(`/restapi/firms/${firmId}/billingplans`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toEqual([
      (await client.get(pathOf(planOid, firmId))).body,
      (await client.get(pathOf('78', firmId))).body,
    ]);
  });

  it('UNSUPPORTED › corporate firm › 400 with the firm id, for the list too [6.corporate billing-plan.institutional errors.UNSUPPORTED §1.unsupported]', async () => {
    const firmId = await corporateFirm();
    const unsupported = [
      {
        type: 'UNSUPPORTED',
        field: 'firmId',
        errorCode: 'unsupported.action.on.G.type.of.firm',
        message: expect.stringContaining(firmId) as unknown as string,
      },
    ] as const;
    const list = `/restapi/firms/${firmId}/billingplans`;
    for (const who of [service.client, service.auditor]) {
      expect(await who.get(pathOf('1', firmId))).toMatchObject({ status: 400, body: unsupported });
      expect(await who.get(list)).toMatchObject({ status: 400, body: unsupported });
    }
    const answer = await expectUnchanged(service, () => put('1', advisory(), firmId));
    expect(answer).toMatchObject({ status: 400, body: unsupported });
    for (const path of [pathOf('1', firmId), list]) {
      expectExactly(await firm.client.get(path), NOT_FOUND, 404);
    }
  });

  it('Who may call › scope › other firms, unknown firms and plans are 404 [§1.404]', async () => {
    const { firmId } = service.credentials;
    for (const [client, path] of [
      [firm.client, pathOf(service.credentials.billingPlans.A, firmId)],
      [service.client, pathOf(firm.planOid)],
      [service.client, `/restapi/firms/${firm.firmId}/billingplans`],
      [service.client, pathOf('999999', firmId)],
      [service.client, pathOf(firm.planOid, firmId)],
      [service.client, pathOf('1', '4711')],
      [service.client, pathOf('1', 'abc')],
      [service.client, '/restapi/firms/abc/billingplans'],
      [service.client, pathOf('%20', firmId)],
    ] as const) {
      expectExactly(await client.get(path), NOT_FOUND, 404);
    }
  });

  it('Who may call › roles › auditor reads every firm’s; back office and operator do not [§2.bearer]', async () => {
    await get(firm.planOid, service.auditor);
    for (const who of [service.backoffice, service.operator]) {
      expectExactly(await who.get(pathOf(firm.planOid)), FORBIDDEN, 403);
    }
  });

  it('Billing plan › cannot be created through the interface [billing-plan.not-created]', async () => {
    const list = `/restapi/firms/${firm.firmId}/billingplans`;
    for (const [method, path] of [
      ['POST', list],
      ['PUT', pathOf('1')],
      ['DELETE', pathOf(firm.planOid)],
    ] as const) {
      const answer = await expectUnchanged(service, () =>
        firm.client.request(method, path, method === 'DELETE' ? undefined : advisory()),
      );
      expectExactly(answer, [{ type: 'METHOD_NOT_ALLOWED' }], 405);
    }
  });

  async function corporateFirm(): Promise<string> {
    const answer = await service.client.post('/restapi/firms', {
      firmName: 'Corp',
      firmTaxId: '123456789',
      firmRep: await service.member(),
      primaryAddress: { line1: '1 Main St', city: 'Dover', state: 'DE', zipcode: '19901' },
    });
    return answer.location?.split('/').at(-1) ?? '';
  }
});

describe('Back office › billing plans', () => {
  const inTiers = (...tiers: Body[]): Body =>
    advisory({ assetFees: assetFees({ assetFeeTiers: tiers }) });
  const tier = (
    minAssetValue: unknown,
    maxAssetValue: unknown,
    basisPoints: unknown = '1',
  ): Body => ({
    minAssetValue,
    maxAssetValue,
    basisPoints,
  });

  it('PUT › 200, empty body; the same again, or as GET shows it, is no event [§10.billingplans §10.rule]', async () => {
    const oid = newOid();
    const first = await put(oid, advisory());
    expect(first).toMatchObject({ status: 200, body: undefined });
    const spelled = advisory({ assetFees: assetFees({ flatFee: 25.0 }) });
    for (const body of [advisory(), spelled, await get(oid)]) {
      expectStatus(await expectUnchanged(service, () => put(oid, body)), 200);
    }
    expectStatus(await put(oid, advisory({ name: 'Renamed' })), 200);
    expect(await get(oid)).toMatchObject({ name: 'Renamed' });
    expect((await firm.client.get(pathOf(oid))).headers.get('etag')).toBe('"1"');
  });

  it('one brokerage and one platform plan, many advisory ones [billing-plan.billingPlanType]', async () => {
    const { firmId } = await service.otherFirm();
    const brokerage = { billingPlanType: 'B', name: 'B', assetFees: assetFees() };
    const platform = { billingPlanType: 'P', name: 'P', folioFees: folioFees() };
    for (const [body, errorCode] of [
      [brokerage, 'billing.plan.single.brokerage.rule'],
      [platform, 'billing.plan.single.platform.rule'],
    ] as const) {
      const [one, two] = [newOid(), newOid()];
      expectStatus(await put(one, body, firmId), 200);
      const answer = await expectUnchanged(service, () => put(two, body, firmId));
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode }]);
      expectStatus(await put(one, { ...body, name: 'Changed' }, firmId), 200);
    }
    for (let i = 0; i < 3; i++) expectStatus(await put(newOid(), advisory(), firmId), 200);
  });

  it.each(
    titled([
      ['billingPlanType', undefined, NULL],
      ['billingPlanType', null, NULL],
      ['billingPlanType', 'X', CHOICE],
      ['billingPlanType', 'a', CHOICE],
      ['billingPlanType', true, CHOICE],
      ['name', undefined, NULL],
      ['name', null, NULL],
      ['name', '', VALUE],
      ['name', 5, VALUE],
      ['name', 'x'.repeat(101), LENGTH],
      ['description', 'x'.repeat(1001), LENGTH],
      ['description', {}, VALUE],
      ['assetFees', 'x', VALUE],
      ['assetFees', [], VALUE],
      ['commissionFees', {}, VALUE],
      ['commissionFees', ['x'], VALUE],
      ['folioFees', folioFees(), OTHER_TYPE],
    ]),
  )(
    'Billing plan › %s › %s [billing-plan.billingPlanId billing-plan.billingPlanType billing-plan.name billing-plan.assetFees billing-plan.commissionFees billing-plan.folioFees]',
    async (field, _, value, errorCode) => {
      const answer = await refused(advisory({ [field]: value }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it.each(
    titled([
      ['assetFeeTiers', undefined, NULL],
      ['assetFeeTiers', null, NULL],
      ['assetFeeTiers', [], LENGTH],
      ['assetFeeTiers', 'x', VALUE],
      ['billingMode', undefined, NULL],
      ['billingMode', null, NULL],
      ['billingMode', 'X', CHOICE],
      ['billingMode', 'f', CHOICE],
      ['billingPeriodType', undefined, NULL],
      ['billingPeriodType', 'Y', CHOICE],
      ['billingPeriodType', 'm', CHOICE],
      ['billingPeriodValue', undefined, NULL],
      ['billingPeriodValue', null, NULL],
      ['billingPeriodValue', '2', CHOICE],
      ['billingPeriodValue', '30', CHOICE],
      ['billingPeriodValue', '03', CHOICE],
      ['billingPeriodValue', {}, VALUE],
      ['flatFee', '-1', VALUE],
      ['flatFee', 'free', VALUE],
      ['flatFee', '1.23456', VALUE],
      ['flatFee', 'Infinity', VALUE],
      ['flatFee', true, VALUE],
      ['tierType', undefined, NULL],
      ['tierType', 'T', CHOICE],
      ['tierType', 's', CHOICE],
    ]),
  )('Billing plan › assetFees › %s › %s [asset-fees.*]', async (field, _, value, errorCode) => {
    const answer = await refused(advisory({ assetFees: assetFees({ [field]: value }) }));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it.each([
    ['M', '1'],
    ['M', '3'],
    ['M', '12'],
    ['M', 12],
    ['D', '30'],
    ['D', '60'],
  ])(
    'Billing plan › billingPeriodValue › %s %s [asset-fees.billingPeriodType asset-fees.billingPeriodValue limits.billing]',
    async (billingPeriodType, value) => {
      for (const [billingMode, tierType] of [
        ['A', 'M'],
        ['F', 'S'],
      ]) {
        const period = { billingPeriodType, billingPeriodValue: value, billingMode, tierType };
        const oid = newOid();
        expectStatus(await put(oid, advisory({ assetFees: assetFees(period) })), 200);
        const expected = { ...period, billingPeriodValue: String(value) };
        expect(await get(oid)).toMatchObject({ assetFees: expected });
      }
    },
  );

  it.each([
    ['D', '1'],
    ['D', '12'],
    ['D', '90'],
    ['M', '6'],
    ['M', '60'],
  ])(
    'Billing plan › billingPeriodValue › not %s %s [asset-fees.billingPeriodValue limits.billing]',
    async (billingPeriodType, value) => {
      const period = { billingPeriodType, billingPeriodValue: value };
      const answer = await refused(advisory({ assetFees: assetFees(period) }));
      expectExactly(answer, [{ field: 'billingPeriodValue', errorCode: CHOICE }]);
    },
  );

  it.each<[string, string, unknown, string]>([
    ['minAssetValue', 'missing', undefined, NULL],
    ['minAssetValue', 'null', null, NULL],
    ['minAssetValue', 'negative', '-1', VALUE],
    ['minAssetValue', 'no number', 'x', VALUE],
    ['minAssetValue', 'infinite', 'Infinity', VALUE],
    ['maxAssetValue', 'missing', undefined, NULL],
    ['maxAssetValue', 'another spelling', 'infinity', VALUE],
    ['maxAssetValue', 'wrong type', [], VALUE],
    ['basisPoints', 'missing', undefined, NULL],
    ['basisPoints', 'negative', '-1', VALUE],
    ['basisPoints', 'over 10000', '10001', VALUE],
    ['basisPoints', 'five decimals', '1.00001', VALUE],
  ])(
    'Billing plan › tier › %s › %s [asset-fees.assetFeeTiers]',
    async (field, _, value, errorCode) => {
      const answer = await refused(inTiers({ ...tier('0', '10'), [field]: value }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
      expect(answer.body).toEqual([
        expect.objectContaining({ message: expect.stringContaining('assetFeeTiers[0]') }),
      ]);
    },
  );

  it('Billing plan › tiers › JSON numbers as written, the last may end at Infinity [asset-fees.assetFeeTiers §1.numbers]', async () => {
    const oid = newOid();
    const body = inTiers(tier(0, 1000.5, 12.25), tier('1000.51', 'Infinity', '0'));
    expectStatus(await put(oid, body), 200);
    const { assetFees: shown } = (await get(oid)) as { assetFees: { assetFeeTiers: unknown } };
    expect(numbers(shown.assetFeeTiers)).toEqual([
      { minAssetValue: 0, maxAssetValue: 1000.5, basisPoints: 12.25 },
      { minAssetValue: 1000.51, maxAssetValue: 'Infinity', basisPoints: 0 },
    ]);
  });

  it.each<[string, Body[]]>([
    ['a gap', [tier('0', '10'), tier('11', '20')]],
    ['overlap', [tier('0', '10'), tier('9', '20')]],
    ['backwards', [tier('10', '5')]],
    ['empty', [tier('10', '10')]],
    ['Infinity before the last', [tier('0', 'Infinity'), tier('10', '20')]],
  ])('Billing plan › tiers › %s [asset-fees.assetFeeTiers]', async (_, tiers) => {
    const answer = await refused(inTiers(...tiers));
    expectExactly(answer, [{ type: 'VALIDATION_RULE', field: 'assetFeeTiers', errorCode: TIERS }]);
  });

  it.each(
    titled([
      ['orderType', undefined, NULL],
      ['orderType', 'X', CHOICE],
      ['orderType', 'w', CHOICE],
      ...['commission', 'additionalCommission', 'buyCommission', 'additionalBuyCommission'].map(
        (field): FieldRow => [field, '-1', VALUE],
      ),
      ...['sellCommission', 'additionalSellCommission'].map((field): FieldRow => [
        field,
        'x',
        VALUE,
      ]),
      ['tradeCountThreshold', '1.5', VALUE],
      ['buyTradeCountThreshold', '-1', VALUE],
      ['sellTradeCountThreshold', {}, VALUE],
    ]),
  )(
    'Billing plan › commissionFees › %s › %s [commission-fees.*]',
    async (field, _, value, errorCode) => {
      const commissionFees = [{ orderType: 'D' }, commission({ [field]: value })];
      const answer = await refused(advisory({ commissionFees }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
      expect(answer.body).toEqual([
        expect.objectContaining({ message: expect.stringContaining('commissionFees[1]') }),
      ]);
    },
  );

  it('Billing plan › commissionFees › W, D, L and A, each once [commission-fees.orderType]', async () => {
    const fees = ['W', 'D', 'L', 'A'].map((orderType) => commission({ orderType }));
    const oid = newOid();
    expectStatus(await put(oid, advisory({ commissionFees: fees })), 200);
    expect(numbers(await get(oid))).toMatchObject({ commissionFees: numbers(fees) });
    const twice = await refused(advisory({ commissionFees: [commission(), commission()] }));
    expectExactly(twice, [{ field: 'orderType', errorCode: VALUE }]);
  });

  it('Billing plan › commissionFees only for A, folioFees only for P, assetFees never for P [billing-plan.assetFees billing-plan.commissionFees billing-plan.folioFees]', async () => {
    const brokerage = { billingPlanType: 'B', name: 'B', commissionFees: [commission()] };
    expectExactly(await expectUnchanged(service, () => put('501', brokerage)), [
      { type: 'VALIDATION_FIELD', field: 'commissionFees', errorCode: OTHER_TYPE },
    ]);
    const platform = {
      billingPlanType: 'P',
      name: 'P',
      assetFees: assetFees(),
      commissionFees: [commission()],
    };
    expectExactly(await expectUnchanged(service, () => put('502', platform)), [
      { field: 'assetFees', errorCode: OTHER_TYPE },
      { field: 'commissionFees', errorCode: OTHER_TYPE },
    ]);
  });

  it.each(
    titled([
      ['folioFee', undefined, NULL],
      ['folioFee', '-1', VALUE],
      ['folioFee', 'x', VALUE],
      ['folioFeeDiscount', '-0.01', VALUE],
      ['additionalFolioFee', true, VALUE],
      ['additionalFolioFeeDiscount', 'x', VALUE],
      ['baseNumberOfFolios', null, NULL],
      ['baseNumberOfFolios', '1.5', VALUE],
      ['baseNumberOfFolios', '-1', VALUE],
      ['chargeFrequency', '6', CHOICE],
      ['chargeFrequency', 'x', VALUE],
    ]),
  )(
    'Billing plan › folioFees › %s › %s [folio-fees.* limits.billing]',
    async (field, _, value, errorCode) => {
      const plan = { billingPlanType: 'P', name: 'P', folioFees: folioFees({ [field]: value }) };
      const answer = await expectUnchanged(service, () => put('502', plan));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it('Billing plan › type › both spellings alike, and never changed [billing-plan.billingPlanType]', async () => {
    const oid = newOid();
    expectExactly(await refused(advisory({ billingType: 'B' }), oid), [
      { field: 'billingType', errorCode: VALUE },
    ]);
    expectStatus(await put(oid, advisory({ billingType: 'A' })), 200);
    const other = { billingPlanType: 'P', name: 'P', folioFees: folioFees() };
    expectExactly(await refused(other, oid), [
      { field: 'billingPlanType', errorCode: 'not.updatable' },
    ]);
  });

  it('Wire rules › body id against path id; a bad id; unknown keys at each depth, all at once [§1.matching-ids errors.SYNTAX]', async () => {
    expectExactly(await refused(advisory({ billingPlanId: '1' })), [
      { type: 'VALIDATION_RULE', field: 'billingPlanId', errorCode: 'uri.matching.rule' },
    ]);
    expectExactly(await refused(advisory(), 'a%20b'), [
      { type: 'VALIDATION_FIELD', field: 'billingPlanId', errorCode: VALUE },
    ]);
    const everywhere = {
      Name: 'x',
      billingPlanType: 'A',
      assetFees: assetFees({
        fee: '1',
        assetFeeTiers: [{ ...tier('0', '1'), rate: '1' }],
      }),
      commissionFees: [commission({ ordertype: 'W' })],
    };
    expectExactly(await refused(everywhere), [
      ...['Name', 'fee', 'rate', 'ordertype'].map((field) => ({ type: 'SYNTAX', field }) as const),
      { type: 'VALIDATION_FIELD', field: 'name', errorCode: NULL },
    ]);
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['null', null],
    ['nothing', undefined],
  ])('Wire rules › body › %s is no plan [§1.malformed]', async (_, body) => {
    expectStatus(await refused(body), 400);
  });

  it('Back office › roles › backoffice only; unknown firms are 404 [§10.rule]', async () => {
    const path = `/backoffice/firms/${firm.firmId}/billingplans/${newOid()}`;
    const callers: BrokerageClient[] = [firm.client, service.auditor, service.operator];
    for (const who of callers) {
      const answer = await expectUnchanged(service, () => who.put(path, advisory()));
      expectExactly(answer, FORBIDDEN, 403);
    }
    for (const firmId of ['4711', 'abc']) {
      const answer = await expectUnchanged(service, () => put('1', {}, firmId));
      expectExactly(answer, NOT_FOUND, 404);
    }
  });

  it('Consistency › If-Match › of the plan, not of the firm’s other plans [§1.412]', async () => {
    const oid = newOid();
    const path = `/backoffice/firms/${firm.firmId}/billingplans/${oid}`;
    const made = await service.backoffice.put(path, advisory());
    await put(newOid(), advisory());
    const tag = made.headers.get('etag') ?? '';
    const change = advisory({ name: 'Two' });
    expectStatus(await service.backoffice.put(path, change, { 'if-match': tag }), 200);
    const stale = await expectUnchanged(service, () =>
      service.backoffice.put(path, advisory({ name: 'Three' }), { 'if-match': tag }),
    );
    expectExactly(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
  });

  it('Account › billingPlanOid › advisory plans of the firm only [account.billingPlanOid]', async () => {
    const { billingPlans } = service.credentials;
    const owner = await service.member();
    for (const billingPlanOid of [billingPlans.B, billingPlans.P, firm.planOid, '999999']) {
      const body = { ...service.accountBody(owner), billingPlanOid };
      const answer = await expectUnchanged(service, () =>
        service.client.post('/restapi/accounts', body),
      );
      expectExactly(answer, [
        { type: 'VALIDATION_RULE', errorCode: 'account.invalid.billing.plan' },
      ]);
    }
  });
});
