import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { addDays, businessDate } from '#libs/platform/kernel';
import { type FieldRow, titled } from '../support/field-rows.js';
import { DATE, FORBIDDEN, LENGTH, NOT_FOUND, NULL, VALUE } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';
import { holder } from './bank-links.fixture.js';

type Body = Readonly<Record<string, unknown>>;
type Kind = 'unitvalues' | 'summary' | 'rawdata';

const KINDS = ['unitvalues', 'summary', 'rawdata'] as const;
/** New Year's Eve of 2024 is a Tuesday; 1 January and the weekend have no values of their own. */
const POINTS = [
  { date: '2024-12-31', gross: '10', net: '10' },
  { date: '2025-01-02', gross: '10.5', net: '10.4' },
  { date: '2025-01-03', gross: '11', net: '10.8' },
  { date: '2025-01-06', gross: '9.9', net: '9.75' },
];
const RANGE = 'daterange=2025-01-01,2025-01-06';

let service: ServiceUnderTest;
let accountNumber: string;
let folio: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  accountNumber = await service.account();
  folio = await newFolio();
  expectStatus(await put({ values: [...POINTS].reverse() }), 200);
});
afterAll(() => service.stop());

async function newFolio(): Promise<string> {
  const body = { folioName: 'Growth', accountNumber, dividendReinvest: true };
  const answer = await service.client.post(`/restapi/accounts/${accountNumber}/folios`, body);
  expectStatus(answer, 201);
  return answer.location?.split('/').at(-1) ?? '';
}
const pathOf = (kind: Kind, folioNumber = folio, account = accountNumber): string =>
  `/restapi/accounts/${account}/folios/${folioNumber}/performance/${kind}`;
const putPath = (folioNumber = folio, account = accountNumber): string =>
  `/backoffice${pathOf('unitvalues', folioNumber, account).slice('/restapi'.length)}`;
const put = (body: unknown, folioNumber = folio): Promise<ClientAnswer> =>
  service.backoffice.put(putPath(folioNumber), body);
const get = async (kind: Kind, query = RANGE, folioNumber = folio): Promise<Body> => {
  const answer = await service.client.get(`${pathOf(kind, folioNumber)}?${query}`);
  expectStatus(answer, 200);
  return answer.body as Body;
};
const daily = (...values: [day: number, value: string][]): Body[] =>
  values.map(([day, value]) => ({ date: `2025-01-0${day}`, value }));

describe('20. Get folio performance unit values', () => {
  it('Unit values output › identifierType, identifierValue, one value per day, carried over days without [20.response folio.unitValues §9.unit-values]', async () => {
    const answer = await service.client.get(`${pathOf('unitvalues')}?${RANGE}`);
    expectStatus(answer, 200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toEqual({
      identifierType: 'FOLIO',
      identifierValue: folio,
      values: daily([1, '10'], [2, '10.5'], [3, '11'], [4, '11'], [5, '11'], [6, '9.9']),
    });
  });

  it.each([
    ['netfee', '9.75'],
    ['grossfee', '9.9'],
    ['NETFEE', '9.9'],
    ['other', '9.9'],
    ['', '9.9'],
  ])('returntype › %j [20.returntype]', async (returntype, value) => {
    const day = `daterange=2025-01-06,2025-01-06&returntype=${returntype}`;
    expect((await get('unitvalues', day))['values']).toEqual(daily([6, value]));
  });

  it('days before the first known value are left out; a folio without values has none [§9.unit-values]', async () => {
    const values = async (query: string, folioNumber = folio) =>
      (await get('unitvalues', query, folioNumber))['values'];
    expect(await values('daterange=2024-12-01,2024-12-31')).toEqual([
      { date: '2024-12-31', value: '10' },
    ]);
    expect(await values('daterange=2024-12-01,2024-12-30')).toEqual([]);
    expect(await values(RANGE, `${accountNumber}01`)).toEqual([]);
  });

  it('the value before the range may be years old; nothing is carried beyond today [§9.unit-values]', async () => {
    const today = businessDate(new Date().toISOString());
    const query = `daterange=${today},${addDays(today, 30)}`;
    expect((await get('unitvalues', query))['values']).toEqual([{ date: today, value: '9.9' }]);
    const old = await newFolio();
    const point = { date: '2001-05-01', gross: '3', net: '2' };
    expectStatus(await put({ values: [point] }, old), 200);
    const values = (await get('unitvalues', RANGE, old))['values'] as Body[];
    expect(values).toHaveLength(6);
    expect(values[0]).toEqual({ date: '2025-01-01', value: '3' });
  });

  it('daterange › twenty years of days [§9.unit-values]', async () => {
    const values = (await get('unitvalues', 'daterange=2005-01-06,2025-01-06'))['values'];
    expect(values).toHaveLength(7);
    const old = await newFolio();
    const point = { date: '2000-01-01', gross: '3', net: '2' };
    expectStatus(await put({ values: [point] }, old), 200);
    const all = (await get('unitvalues', 'daterange=2005-01-06,2025-01-06', old))['values'];
    expect(all).toHaveLength(7_306);
  });

  it('Link headers to summary and raw data, which can be followed [20.response §9.unit-values]', async () => {
    for (const returntype of ['netfee', 'grossfee']) {
      const query = `${RANGE}&returntype=${returntype}`;
      const answer = await service.client.get(`${pathOf('unitvalues')}?${query}`);
      const link = answer.headers.get('link') ?? '';
      const targets = [...link.matchAll(/<([^>]+)>; rel="(\w+)"/g)];
      expect(targets.map(([, path, rel]) => [path, rel])).toEqual([
        [`${pathOf('summary')}?${query}`, 'summary'],
        [`${pathOf('rawdata')}?${query}`, 'rawdata'],
      ]);
      for (const [, path = ''] of targets) expectStatus(await service.client.get(path), 200);
    }
    const empty = await service.client.get(
      `${pathOf('unitvalues', `${accountNumber}02`)}?${RANGE}`,
    );
    expect(empty.headers.get('link')).toContain('/performance/summary');
  });

  it('performance/summary › first and last value, return in percent [§9.unit-values]', async () => {
    const identifier = { identifierType: 'FOLIO', identifierValue: folio };
    expect(await get('summary')).toEqual({
      ...identifier,
      returnType: 'grossfee',
      firstDate: '2025-01-01',
      firstValue: '10',
      lastDate: '2025-01-06',
      lastValue: '9.9',
      returnPercent: '-1',
    });
    expect(await get('summary', `${RANGE}&returntype=netfee`)).toMatchObject({
      returnType: 'netfee',
      lastValue: '9.75',
      returnPercent: '-2.5',
    });
    expect(await get('summary', 'daterange=2020-01-01,2020-02-01')).toEqual({
      ...identifier,
      returnType: 'grossfee',
      firstDate: null,
      firstValue: null,
      lastDate: null,
      lastValue: null,
      returnPercent: null,
    });
  });

  it('performance/rawdata › the recorded values of the range [§9.unit-values]', async () => {
    expect(await get('rawdata')).toEqual({
      identifierType: 'FOLIO',
      identifierValue: folio,
      values: POINTS.slice(1),
    });
    expect((await get('rawdata', 'daterange=2024-01-01,2024-12-31'))['values']).toEqual([
      POINTS[0],
    ]);
  });

  it.each([
    ['', DATE],
    ['3d', DATE],
    ['2025-01-01', DATE],
    ['2025-01-01,', DATE],
    ['01-01-2025,01-02-2025', DATE],
    ['2025-02-29,2025-03-01', DATE],
    ['2025-1-1,2025-1-2', DATE],
    ['2025-01-01,2025-01-02,2025-01-03', DATE],
    ['2025-01-02,2025-01-01', VALUE],
    ['2005-01-05,2025-01-06', VALUE],
    ['0001-01-01,9999-12-31', VALUE],
  ])('daterange › %j › %s [20.daterange]', async (daterange, errorCode) => {
    for (const kind of KINDS) {
      const path = `${pathOf(kind)}?daterange=${encodeURIComponent(daterange)}`;
      expectExactly(await service.client.get(path), [
        { type: 'VALIDATION_FIELD', field: 'daterange', errorCode },
      ]);
    }
  });

  it('daterange › required [20.daterange §9.unit-values]', async () => {
    for (const kind of KINDS) {
      expectExactly(await service.client.get(pathOf(kind)), [
        { type: 'VALIDATION_FIELD', field: 'daterange', errorCode: NULL },
      ]);
    }
  });

  it('decisions §1 › Query names › any letter case, each once, none unknown [§1.query]', async () => {
    const query = 'dateRange=2025-01-06,2025-01-06&ReturnType=netfee';
    expect((await get('unitvalues', query))['values']).toEqual(daily([6, '9.75']));
    for (const [extra, field] of [
      ['nope=1', 'nope'],
      ['dateRange=2025-01-01,2025-01-02', 'daterange'],
      ['daterange=2025-01-01,2025-01-02', 'daterange'],
    ]) {
      const answer = await service.client.get(`${pathOf('unitvalues')}?${RANGE}&${extra}`);
      expectExactly(answer, [{ type: 'SYNTAX', field: String(field) }]);
    }
  });

  it.each(KINDS)(
    '%s › every problem of the query at once [20.daterange §1.errors]',
    async (kind) => {
      const answer = await service.client.get(`${pathOf(kind)}?nope=1&daterange=3d`);
      expectExactly(answer, [
        { type: 'SYNTAX', field: 'nope' },
        { type: 'VALIDATION_FIELD', field: 'daterange', errorCode: DATE },
      ]);
    },
  );

  it('404 for unknown folios, other accounts and other firms, whatever the query [§1.404]', async () => {
    const { client } = await service.otherFirm();
    const other = await service.account();
    for (const kind of KINDS) {
      for (const path of [
        pathOf(kind, `${accountNumber}99`),
        pathOf(kind, `${accountNumber}00`),
        pathOf(kind, '%20'),
        pathOf(kind, 'x'.repeat(600)),
        pathOf(kind, folio, other),
        pathOf(kind, folio, 'RZ00000000'),
      ]) {
        expectExactly(await service.client.get(path), NOT_FOUND, 404);
      }
      expectExactly(await client.get(`${pathOf(kind)}?${RANGE}`), NOT_FOUND, 404);
    }
  });

  it('decisions §2 › summary: every permission; the auditor reads, others do not [§2.permissions]', async () => {
    const holders = await Promise.all(
      ['SV', 'DV', 'TR'].map((code) => holder(service, accountNumber, code)),
    );
    const stranger = service.as(await service.member());
    for (const kind of KINDS) {
      const path = `${pathOf(kind)}?${RANGE}`;
      for (const client of [...holders, service.auditor]) {
        expectStatus(await client.get(path), 200);
      }
      for (const client of [stranger, service.backoffice, service.operator]) {
        expectExactly(await client.get(path), FORBIDDEN, 403);
      }
    }
  });
});

describe('decisions §10 › PUT /backoffice/accounts/{a}/folios/{f}/performance/unitvalues', () => {
  const point = { date: '2025-01-02', gross: '10', net: '9' };
  const refused = (body: unknown): Promise<ClientAnswer> =>
    expectUnchanged(service, () => put(body));

  it('200, empty body, ETag; merged by date; the same again is no event [§10.unitvalues]', async () => {
    const own = await newFolio();
    const made = await put({ values: [point] }, own);
    expectStatus(made, 200);
    expect([made.body, made.headers.get('etag')]).toEqual([undefined, '"0"']);
    expect(made.headers.get('x-consistency-token')).toBeTruthy();
    for (const values of [[point], [], [{ ...point, gross: '10.00', net: 9 }]]) {
      expectStatus(await expectUnchanged(service, () => put({ values }, own)), 200);
    }
    const later = { date: '2026-01-02', gross: '12', net: '11' };
    const changed = { ...point, net: '9.5' };
    expect((await put({ values: [later, changed] }, own)).headers.get('etag')).toBe('"1"');
    const query = 'daterange=2025-01-01,2026-02-01';
    expect((await get('rawdata', query, own))['values']).toEqual([changed, later]);
  });

  it('raw data sent back change nothing; those of another folio are refused [§10.unitvalues §10.rule §1.matching-ids]', async () => {
    const own = await newFolio();
    expectStatus(await put({ values: [point] }, own), 200);
    const shown = await get('rawdata', 'daterange=2025-01-01,2025-12-31', own);
    expectStatus(await expectUnchanged(service, () => put(shown, own)), 200);
    expectExactly(await refused(shown), [
      { type: 'VALIDATION_RULE', field: 'identifierValue', errorCode: 'uri.matching.rule' },
    ]);
    expectExactly(await refused({ ...shown, identifierType: 'ACCOUNT', identifierValue: folio }), [
      { type: 'VALIDATION_FIELD', field: 'identifierType', errorCode: 'invalid.choice' },
    ]);
  });

  it('a folio without values has no ETag [§11.consistency]', async () => {
    const own = await newFolio();
    const answer = await expectUnchanged(service, () => put({ values: [] }, own));
    expectStatus(answer, 200);
    expect(answer.headers.get('etag')).toBeNull();
  });

  it('ten thousand days at once [§10.unitvalues]', async () => {
    const own = await newFolio();
    const many = (length: number) => ({
      values: Array.from({ length }, (_, i) => ({
        date: addDays('1995-01-01', i),
        gross: String(i + 1),
        net: String(i + 1),
      })),
    });
    const tooMany = await expectUnchanged(service, () => put(many(10_001), own));
    expectExactly(tooMany, [{ field: 'values', errorCode: LENGTH }]);
    expectStatus(await put(many(10_000), own), 200);
    const raw = await get('rawdata', 'daterange=2000-01-01,2019-12-31', own);
    expect(raw['values']).toHaveLength(7_305);
  });

  const rows: FieldRow[] = [
    ...['date', 'gross', 'net'].flatMap((field): FieldRow[] => [
      [field, undefined, NULL],
      [field, null, NULL],
    ]),
    ...['2025-02-29', '01/02/2025', '2025-01-02T00:00:00Z', '', 20250102, {}, true].map(
      (value): FieldRow => ['date', value, DATE],
    ),
    ...['gross', 'net'].flatMap((field): FieldRow[] =>
      ['x', '', '0', 0, '-1', '1e3', 'Infinity', '1,5', '1.12345678901', true, {}, []].map(
        (value) => [field, value, VALUE],
      ),
    ),
  ];
  it.each(titled(rows))(
    'values › %s › %s [§10.unitvalues folio.unitValues]',
    async (field, _, value, errorCode) => {
      const answer = await refused({
        values: [
          { date: '2025-01-01', gross: '1', net: '1' },
          { ...point, [field]: value },
        ],
      });
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
      expect((answer.body as Body[])[0]?.['message']).toMatch(/^values\[1\]/);
    },
  );

  it.each([
    [undefined, NULL],
    [null, NULL],
    ['x', VALUE],
    [{}, VALUE],
    [[5], VALUE],
    [[point, point], VALUE],
  ])('values › %j › %s [§10.unitvalues]', async (values, errorCode) => {
    const answer = await refused({ values });
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', errorCode }]);
  });

  it('Errors › a list of a thousand problems ends there [§1.errors]', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => (index === 0 ? 1 : {}));
    const { status, body } = await expectUnchanged(service, () => put({ values }));
    const problems = body as Body[];
    expect([status, problems.length]).toEqual([400, 1_000]);
    const date = { type: 'VALIDATION_FIELD', field: 'date', errorCode: NULL };
    expect(problems.slice(0, 2)).toEqual([
      expect.objectContaining({
        field: 'values',
        errorCode: VALUE,
        message: 'values[0]: an object',
      }),
      { ...date, message: 'values[1]' },
    ]);
  });

  it('Errors › SYNTAX › unknown keys at each depth, case-sensitive; every problem at once [errors.SYNTAX]', async () => {
    const values = [{ ...point, Gross: '1', net: null }, { date: 'x' }];
    expectExactly(await refused({ values, Values: [] }), [
      { type: 'SYNTAX', field: 'Values' },
      { type: 'SYNTAX', field: 'Gross' },
      { field: 'net', errorCode: NULL, message: 'values[0]' },
      { field: 'date', errorCode: DATE },
      { field: 'gross', errorCode: NULL, message: 'values[1]' },
      { field: 'net', errorCode: NULL, message: 'values[1]' },
    ]);
  });

  it('decisions §1 › If-Match › stale is 412 [§1.412]', async () => {
    const send = () =>
      service.backoffice.put(putPath(), { values: [point] }, { 'if-match': '"9"' });
    expectStatus(await expectUnchanged(service, send), 412);
  });

  it('decisions §2 › back office alone [§10.rule]', async () => {
    for (const client of [service.client, service.auditor, service.operator]) {
      const send = () => client.put(putPath(), { values: [point] });
      expectExactly(await expectUnchanged(service, send), FORBIDDEN, 403);
    }
  });

  it('404 for unknown accounts and folios, before the body is judged [§1.404]', async () => {
    const other = await service.account();
    for (const path of [
      putPath('RZ0000000003', 'RZ00000000'),
      putPath(folio, 'abc'),
      putPath(`${accountNumber}99`),
      putPath(folio, other),
      putPath('%20'),
    ]) {
      const send = () => service.backoffice.put(path, {});
      expectExactly(await expectUnchanged(service, send), NOT_FOUND, 404);
    }
  });
});
