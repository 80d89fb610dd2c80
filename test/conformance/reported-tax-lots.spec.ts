import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { type FieldRow, titled } from '../support/field-rows.js';
import { ManualClock } from '../support/manual-clock.js';
import {
  CHOICE,
  DATE,
  DIGITS,
  FORBIDDEN,
  LENGTH,
  NOT_FOUND,
  NULL,
  VALUE,
} from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';
import { holder } from './bank-links.fixture.js';
import { lotBody } from './reported-lot.fixture.js';

type Body = Readonly<Record<string, unknown>>;

let service: ServiceUnderTest;
let accountNumber: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  accountNumber = await service.account();
});
afterAll(() => service.stop());

const NON_TAXABLE = {
  type: 'VALIDATION_FIELD',
  field: 'accountnumber',
  errorCode: 'invalid.for.account.type',
  message: 'Reportable taxes are not available for the non-taxable account.',
} as const;

let count = 8_829_000;
const newId = (): string => String(++count);
const pathOf = (ids: string, account = accountNumber): string =>
  `/restapi/accounts/${account}/reportedtaxlots/${ids}`;
const put = (ids: string, body: unknown, account = accountNumber): Promise<ClientAnswer> =>
  service.backoffice.put(`/backoffice/accounts/${account}/reportedtaxlots/${ids}`, body);
const refused = (body: unknown, ids = `${newId()}/1`): Promise<ClientAnswer> =>
  expectUnchanged(service, () => put(ids, body));
const get = async (ids: string): Promise<Body> => {
  const answer = await service.client.get(pathOf(ids));
  expectStatus(answer, 200);
  return answer.body as Body;
};
const taxData = (body: unknown, account = accountNumber): Promise<ClientAnswer> =>
  service.backoffice.put(`/backoffice/accounts/${account}/taxdata`, body);

const NULLS = {
  exDate: null,
  statementTrail: null,
  transCode: null,
  costBasisEffectiveDate: null,
  originatingTransactionSettlementDate: null,
};
const DATES = [
  'adjustedAcquisitionDate',
  'originalAcquisitionDate',
  'closingTransactionSettlementDate',
  'closingTransactionDate',
  'exDate',
  'costBasisEffectiveDate',
  'originatingTransactionSettlementDate',
];
const TEXTS = ['taxLotId', 'costBasisIndicator', 'statementTrail', 'transCode'];
const AMOUNTS = [
  'adjustedCostBasis',
  'disallowedLoss',
  'foreignTaxWithholding',
  'federalTaxWithholding',
  'stateTaxWithholding',
  'originalCostBasis',
];

describe('7. Get a reported closed tax lot', () => {
  it('Reported closed tax lot › every key of the table and of the sample [7.response tax-lot.*]', async () => {
    const [originatingTransactionId, closingTransactionId] = [newId(), newId()];
    const ids = `${originatingTransactionId}/${closingTransactionId}`;
    expectStatus(await put(ids, lotBody()), 200);
    const answer = await service.client.get(pathOf(ids));
    expectStatus(answer, 200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('etag')).toBe('"0"');
    expect(answer.body).toEqual({
      ...lotBody(),
      ...NULLS,
      accountNumber,
      originatingTransactionId,
      closingTransactionId,
    });
  });

  it('the two transactions are not interchangeable [7.response tax-lot.transactions]', async () => {
    const [a, b] = [newId(), newId()];
    expectStatus(await put(`${a}/${b}`, lotBody()), 200);
    expectExactly(await service.client.get(pathOf(`${b}/${a}`)), NOT_FOUND, 404);
  });

  it.each(['9', 'P', 'Q', 'R', 'S'])(
    'Errors › 400 VALIDATION_FIELD on accountnumber › account type %s; a lot for it is refused [7.non-taxable §9.lots]',
    async (accountType) => {
      const account = await service.account({ accountType });
      const read = await service.client.get(pathOf('1/2', account));
      expectExactly(read, [NON_TAXABLE]);
      const answer = await expectUnchanged(service, () => put('1/2', lotBody(), account));
      expectExactly(answer, [NON_TAXABLE]);
      // also while the tax data are unavailable
      expectStatus(await taxData({ available: false }, account), 200);
      expectExactly(await service.client.get(pathOf('1/2', account)), [NON_TAXABLE]);
    },
  );

  it('Errors › 404 when tax data is currently unavailable, a switch per account [7.unavailable §9.lots]', async () => {
    const mine = await service.account();
    expectStatus(await put('1/2', lotBody(), mine), 200);
    expectStatus(await put('1/2', lotBody()), 200);
    const path = pathOf('1/2', mine);
    const off = await taxData({ available: false }, mine);
    expectStatus(off, 200);
    expect([off.body, off.headers.get('etag')]).toEqual([undefined, '"0"']);
    const again = () => taxData({ available: 'false' }, mine);
    expectStatus(await expectUnchanged(service, again), 200);
    const message = 'Tax data is currently not available.';
    expectExactly(await service.client.get(path), [{ type: 'NOT_FOUND', message }], 404);
    expectExactly(await service.auditor.get(path), [{ type: 'NOT_FOUND', message }], 404);
    await get('1/2');
    // lots are still reported meanwhile
    expectStatus(await put('1/2', lotBody({ termOfSale: 'L' }), mine), 200);
    expectStatus(await taxData({ available: true }, mine), 200);
    expect((await service.client.get(path)).body).toMatchObject({ termOfSale: 'L' });
  });

  it('Errors › 404 for unknown lots, other accounts and other firms [§1.404]', async () => {
    const ids = `${newId()}/2`;
    expectStatus(await put(ids, lotBody()), 200);
    const { client } = await service.otherFirm();
    for (const path of [
      pathOf('1/99'),
      pathOf('%20/1'),
      pathOf('1/%2f'),
      pathOf(`${'x'.repeat(65)}/1`),
      pathOf(ids, await service.account()),
      pathOf(ids, 'RZ00000000'),
    ]) {
      expectExactly(await service.client.get(path), NOT_FOUND, 404);
    }
    expectExactly(await client.get(pathOf(ids)), NOT_FOUND, 404);
  });

  it('decisions §2 › read details: all but SV; the auditor reads, others do not [§2.permissions]', async () => {
    const path = pathOf(`${newId()}/2`);
    expectStatus(await put(path.split('/').slice(-2).join('/'), lotBody()), 200);
    for (const permission of ['DV', 'MM', 'TR']) {
      const client = await holder(service, accountNumber, permission);
      expectStatus(await client.get(path), 200);
    }
    expectStatus(await service.auditor.get(path), 200);
    const summary = await holder(service, accountNumber, 'SV');
    const stranger = service.as(await service.member());
    for (const client of [summary, stranger, service.backoffice, service.operator]) {
      expectExactly(await client.get(path), FORBIDDEN, 403);
    }
  });

  it('taxYear › never the current year, in New York, when reported and when read [tax-lot.taxYear §9.lots]', async () => {
    const clock = new ManualClock(Date.now());
    const other = await ServiceUnderTest.start({ clock });
    try {
      const account = await other.account();
      const year = Number(new Date(clock.now()).toISOString().slice(0, 4));
      const path = `accounts/${account}/reportedtaxlots/1/2`;
      const report = (taxYear: string) =>
        other.backoffice.put(`/backoffice/${path}`, lotBody({ taxYear }));
      const late = [{ field: 'taxYear', errorCode: VALUE }];
      for (const taxYear of [String(year), String(year + 1)]) {
        expectExactly(await expectUnchanged(other, () => report(taxYear)), late);
      }
      expectStatus(await report(String(year - 1)), 200);
      expectStatus(await other.client.get(`/restapi/${path}`), 200);
      // a clock that was wrong when the lot was reported
      clock.advance(-366 * 24 * 3_600_000);
      const token = { authorization: `Bearer ${other.credentials.tokens.auditor}` };
      const read = await fetch(`${other.service.url}/restapi/${path}`, { headers: token });
      expect([read.status, await read.json()]).toMatchObject([404, NOT_FOUND]);
    } finally {
      await other.stop();
    }
  });
});

describe('decisions §10 › PUT /backoffice/accounts/{a}/reportedtaxlots/{originatingtxnid}/{closingtxnid}', () => {
  it('200, empty body, ETag; what GET shows is no event, a changed body a correction [§10.reportedtaxlots §10.rule]', async () => {
    const ids = `${newId()}/1`;
    const made = await put(ids, lotBody());
    expectStatus(made, 200);
    expect([made.body, made.headers.get('etag')]).toEqual([undefined, '"0"']);
    const shown = await get(ids);
    expectStatus(await expectUnchanged(service, () => put(ids, lotBody())), 200);
    expectStatus(await expectUnchanged(service, () => put(ids, shown)), 200);
    const changed = await put(ids, { ...shown, covered: 'N' });
    expect(changed.headers.get('etag')).toBe('"1"');
    expect(await get(ids)).toEqual({ ...shown, covered: 'N' });
  });

  it('decisions §1 › If-Match › stale is 412 [§1.412]', async () => {
    const ids = `${newId()}/1`;
    expectStatus(await put(ids, lotBody()), 200);
    const path = `/backoffice/accounts/${accountNumber}/reportedtaxlots/${ids}`;
    const send = () =>
      service.backoffice.put(path, lotBody({ covered: 'U' }), { 'if-match': '"3"' });
    expectStatus(await expectUnchanged(service, send), 412);
  });

  it('decisions §2 › back office alone [§10.rule]', async () => {
    for (const client of [service.client, service.auditor, service.operator]) {
      for (const [path, body] of [
        [`reportedtaxlots/${newId()}/1`, lotBody()],
        ['taxdata', { available: false }],
      ] as const) {
        const send = () => client.put(`/backoffice/accounts/${accountNumber}/${path}`, body);
        expectExactly(await expectUnchanged(service, send), FORBIDDEN, 403);
      }
    }
  });

  it('404 for unknown accounts and impossible ids, before the body is judged [§1.404]', async () => {
    for (const send of [
      () => put('1/2', {}, 'RZ00000000'),
      () => put('1/2', {}, 'abc'),
      () => put('%20/2', {}),
      () => put(`1/${'x'.repeat(65)}`, {}),
      () => taxData({}, 'RZ00000000'),
      () => taxData({}, 'abc'),
    ]) {
      expectExactly(await expectUnchanged(service, send), NOT_FOUND, 404);
    }
  });

  it('decisions §1 › Numbers › JSON numbers are taken as written [§1.numbers]', async () => {
    const ids = `${newId()}/1`;
    const numbers = {
      taxYear: 2024,
      netSaleAmount: 54.7,
      salePrice: 25.560658,
      shareQuantity: 2.14,
      reportableGainLoss: -1.56,
      foreignTaxWithholding: 1.5,
    };
    expectStatus(await put(ids, lotBody(numbers)), 200);
    const [originatingTransactionId, closingTransactionId] = ids.split('/');
    const named = { accountNumber, originatingTransactionId, closingTransactionId };
    expect(await get(ids)).toEqual({ ...lotBody(), ...NULLS, ...named });
  });

  it('decisions §1 › Body id against path id › uri.matching.rule [§1.matching-ids]', async () => {
    const rule = { type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' } as const;
    for (const field of ['accountNumber', 'originatingTransactionId', 'closingTransactionId']) {
      expectExactly(await refused(lotBody({ [field]: 'other' })), [{ ...rule, field }]);
    }
  });

  it.each([
    ['termOfSale', ['S', 'L', 'U', 'ST']],
    ['covered', ['C', 'N', 'U']],
    ['lotReliefStrategyIndicator', ['F', 'S']],
    ['withholdingState', ['CA', 'DC', null]],
    ['withholdingCountry', ['US', 'CH', null]],
    ['originalAcquisitionDate', ['2020-02-29', null]],
    ['netSaleAmount', ['54.70', '54.6998']],
    ['security', [{ ticker: 'BRK.B', cusip: '084670702', id: '9' }]],
    ...TEXTS.map((field): [string, readonly unknown[]] => [field, ['text', null]]),
    ...DATES.map((field): [string, readonly unknown[]] => [field, ['2024-06-30', null]]),
  ] as [string, readonly unknown[]][])(
    '%s › %j [tax-lot.termOfSale tax-lot.covered tax-lot.lotReliefStrategyIndicator]',
    async (field, values) => {
      const ids = `${newId()}/1`;
      for (const value of values) {
        expectStatus(await put(ids, lotBody({ [field]: value })), 200);
        expect((await get(ids))[field]).toEqual(value);
      }
    },
  );

  const required = [
    'taxYear',
    'termOfSale',
    'security',
    'netSaleAmount',
    'covered',
    'salePrice',
    'shareQuantity',
    'lotReliefStrategyIndicator',
  ];
  const codes = ['termOfSale', 'covered', 'lotReliefStrategyIndicator', 'withholdingState'];
  const decimals = [...AMOUNTS, 'netSaleAmount', 'salePrice', 'shareQuantity'];
  const rows: FieldRow[] = [
    ...required.flatMap((field): FieldRow[] => [
      [field, undefined, NULL],
      [field, null, NULL],
    ]),
    ...codes.flatMap((field): FieldRow[] =>
      ['X', 's', '', {}, [], true].map((value) => [field, value, CHOICE]),
    ),
    ['termOfSale', 'LT', CHOICE],
    ['withholdingCountry', 'QX', CHOICE],
    ['withholdingCountry', 'ca', CHOICE],
    ['withholdingCountry', 'Canada', CHOICE],
    ['withholdingCountry', {}, VALUE],
    ...[...decimals, 'reportableGainLoss'].flatMap((field): FieldRow[] =>
      ['x', '', '1,50', '1e3', 'Infinity', '1.12345678901', true, {}, []].map((value) => [
        field,
        value,
        VALUE,
      ]),
    ),
    ...decimals.map((field): FieldRow => [field, '-0.01', VALUE]),
    ['shareQuantity', '0', VALUE],
    ...DATES.flatMap((field): FieldRow[] =>
      ['2023-02-29', '06/15/2024', '2024-6-1', '2024-06-15T00:00:00Z', '', 20240615, {}].map(
        (value) => [field, value, DATE],
      ),
    ),
    ...TEXTS.flatMap((field): FieldRow[] => [
      [field, 'x'.repeat(201), LENGTH],
      [field, '', VALUE],
      [field, 'a\u0007', VALUE],
      [field, {}, VALUE],
    ]),
    ['taxYear', '24', VALUE],
    ['taxYear', '20244', LENGTH],
    ['taxYear', 'MMXX', DIGITS],
    ['taxYear', '0024', VALUE],
    ['taxYear', {}, VALUE],
    ['security', 'IBM', VALUE],
    ['security', [], VALUE],
  ];
  it.each(titled(rows))('%s › %s [tax-lot.*]', async (field, _, value, errorCode) => {
    const answer = await refused(lotBody({ [field]: value }));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  const security: FieldRow[] = [
    ['ticker', 'ibm', VALUE],
    ['ticker', '', VALUE],
    ['ticker', 5, VALUE],
    ['cusip', '0348', VALUE],
    ['cusip', '03485p201', VALUE],
    ['cusip', {}, VALUE],
    ['id', '', VALUE],
    ['id', 'a b', VALUE],
    ['id', {}, VALUE],
    ['id', 'x'.repeat(65), LENGTH],
  ];
  it.each(titled(security))(
    'security › %s › %s [tax-lot.security]',
    async (field, _, value, errorCode) => {
      const names = { ticker: 'IBM', cusip: '459200101', id: '1', [field]: value };
      const answer = await refused(lotBody({ security: names }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it('security › one name at least [tax-lot.security]', async () => {
    for (const names of [{}, { ticker: null, cusip: null, id: null }]) {
      const answer = await refused(lotBody({ security: names }));
      expectExactly(answer, [{ field: 'ticker', errorCode: NULL }]);
    }
  });

  it('lotReliefStrategyIndicator › A never for taxable [tax-lot.lotReliefStrategyIndicator]', async () => {
    const answer = await refused(lotBody({ lotReliefStrategyIndicator: 'A' }));
    const errorCode = 'taxlot.lot.relief.rule';
    expectExactly(answer, [
      { type: 'VALIDATION_RULE', field: 'lotReliefStrategyIndicator', errorCode },
    ]);
  });

  it('Errors › SYNTAX › unknown keys at each depth, case-sensitive; every problem at once [errors.SYNTAX]', async () => {
    const answer = await refused({
      ...lotBody({ security: { ticker: 'IBM', Cusip: '1' }, covered: 'X', salePrice: null }),
      TaxYear: '2024',
      originatingTransactionId: 'other',
    });
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'TaxYear' },
      { type: 'SYNTAX', field: 'Cusip' },
      { field: 'covered', errorCode: CHOICE },
      { field: 'salePrice', errorCode: NULL },
      { type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' },
    ]);
  });
});

describe('decisions §10 › PUT /backoffice/accounts/{a}/taxdata', () => {
  it('an account has its tax data until somebody says otherwise [§10.taxdata]', async () => {
    const account = await service.account();
    const answer = await expectUnchanged(service, () => taxData({ available: true }, account));
    expectStatus(answer, 200);
    expect(answer.headers.get('etag')).toBeNull();
  });

  it.each([
    [undefined, NULL],
    [null, NULL],
    ['yes', VALUE],
    [1, VALUE],
    ['', VALUE],
    [{}, VALUE],
    [[], VALUE],
  ])('available › %j › %s [§10.taxdata]', async (available, errorCode) => {
    const answer = await expectUnchanged(service, () => taxData({ available }));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'available', errorCode }]);
  });

  it('Errors › SYNTAX › unknown keys [errors.SYNTAX]', async () => {
    const send = () => taxData({ available: false, Available: true });
    expectExactly(await expectUnchanged(service, send), [{ type: 'SYNTAX', field: 'Available' }]);
  });
});
