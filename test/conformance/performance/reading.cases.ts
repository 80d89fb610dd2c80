import { describe, expect, it } from '@jest/globals';
import { addDays, businessDate } from '#libs/platform/kernel';
import { DATE, FORBIDDEN, NOT_FOUND, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus } from '../../support/running-service.js';
import { holder } from '../bank-links.fixture.js';
import {
  type Body,
  KINDS,
  POINTS,
  RANGE,
  service,
  accountNumber,
  folio,
  newFolio,
  pathOf,
  put,
  get,
  daily,
} from './set-up.js';

describe('20. Get folio performance unit values', () => {
  it('Unit values output › identifierType, identifierValue, one value per day, carried over days without [performance.get performance.fields performance.values]', async () => {
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
  ])('returntype › %j [performance.returntype]', async (returntype, value) => {
    const day = `daterange=2025-01-06,2025-01-06&returntype=${returntype}`;
    expect((await get('unitvalues', day))['values']).toEqual(daily([6, value]));
  });

  it('days before the first known value are left out; a folio without values has none [performance.values]', async () => {
    const values = async (query: string, folioNumber = folio) =>
      (await get('unitvalues', query, folioNumber))['values'];
    expect(await values('daterange=2024-12-01,2024-12-31')).toEqual([
      { date: '2024-12-31', value: '10' },
    ]);
    expect(await values('daterange=2024-12-01,2024-12-30')).toEqual([]);
    expect(await values(RANGE, `${accountNumber}01`)).toEqual([]);
  });

  it('the value before the range may be years old; none is carried beyond today [performance.values]', async () => {
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

  it('daterange › twenty years of days [performance.values]', async () => {
    const values = (await get('unitvalues', 'daterange=2005-01-06,2025-01-06'))['values'];
    expect(values).toHaveLength(7);
    const old = await newFolio();
    const point = { date: '2000-01-01', gross: '3', net: '2' };
    expectStatus(await put({ values: [point] }, old), 200);
    const all = (await get('unitvalues', 'daterange=2005-01-06,2025-01-06', old))['values'];
    expect(all).toHaveLength(7_306);
  });

  it('Link headers to summary and raw data, which can be followed [performance.get performance.values]', async () => {
    for (const returntype of ['netfee', 'grossfee']) {
      const answer = await service.client.get(
        `${pathOf('unitvalues')}?${RANGE}&returntype=${returntype}`,
      );
      const query = `from=2025-01-01&to=2025-01-06&returntype=${returntype}`;
      const link = answer.headers.get('link') ?? '';
      const targets = [...link.matchAll(/<([^>]+)>; rel="(\w+)"/g)];
      expect(targets.map(([, path, rel]) => [path, rel])).toEqual([
        [`${service.service.url}${pathOf('summary')}?${query}`, 'summary'],
        [`${service.service.url}${pathOf('rawdata')}?${query}`, 'rawdata'],
      ]);
      for (const [, path = ''] of targets) expectStatus(await service.client.get(path), 200);
    }
    const empty = await service.client.get(
      `${pathOf('unitvalues', `${accountNumber}02`)}?${RANGE}`,
    );
    expect(empty.headers.get('link')).toContain('/performance/summary');
  });

  it('performance/summary › first and last value, return in percent [performance.values]', async () => {
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

  it('performance/rawdata › the recorded values of the range [performance.values]', async () => {
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
  ])('daterange › %j › %s [performance.daterange]', async (daterange, errorCode) => {
    for (const kind of KINDS) {
      const path = `${pathOf(kind)}?daterange=${encodeURIComponent(daterange)}`;
      expectExactly(await service.client.get(path), [
        { type: 'VALIDATION_FIELD', field: 'daterange', errorCode },
      ]);
    }
  });

  it('from and to in the place of daterange; to is by default today [lists.daterange]', async () => {
    for (const kind of KINDS) {
      expect(await get(kind, 'from=2025-01-01&to=2025-01-06')).toEqual(await get(kind));
    }
    const [from, to] = ['2025-01-03T12:00:00Z', '2025-01-05T05:00:00Z'];
    expect((await get('unitvalues', `from=${from}&to=${to}`))['values']).toEqual(
      daily([3, '11'], [4, '11']),
    );
    const today = businessDate(new Date().toISOString());
    const values = (await get('unitvalues', 'from=2025-01-06'))['values'] as Body[];
    expect([values[0], values.at(-1)]).toEqual([
      { date: '2025-01-06', value: '9.9' },
      { date: today, value: '9.9' },
    ]);
    expect(await get('unitvalues', 'from=2025-01-06&to=2025-01-01')).toMatchObject({ values: [] });
  });

  it.each([
    ['to=2025-01-06', 'daterange', NULL],
    ['from=x', 'from', DATE],
    [`from=2025-01-01&${RANGE}`, 'daterange', VALUE],
    ['from=2005-01-05&to=2025-01-06', 'from', VALUE],
  ])('%s › refused [lists.daterange]', async (query, field, errorCode) => {
    for (const kind of KINDS) {
      const answer = await service.client.get(`${pathOf(kind)}?${query}`);
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    }
  });

  it('daterange › required [performance.daterange performance.values]', async () => {
    for (const kind of KINDS) {
      expectExactly(await service.client.get(pathOf(kind)), [
        { type: 'VALIDATION_FIELD', field: 'daterange', errorCode: NULL },
      ]);
    }
  });

  it('Query names › any letter case, each once, none unknown [request.query]', async () => {
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
    '%s › every problem of the query at once [performance.daterange errors.list]',
    async (kind) => {
      const answer = await service.client.get(`${pathOf(kind)}?nope=1&daterange=3d`);
      expectExactly(answer, [
        { type: 'SYNTAX', field: 'nope' },
        { type: 'VALIDATION_FIELD', field: 'daterange', errorCode: DATE },
      ]);
    },
  );

  it('404 for unknown folios, other accounts and other firms, whatever the query [errors.404]', async () => {
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

  it('summary: every permission; the auditor reads, others do not [permission.codes]', async () => {
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
