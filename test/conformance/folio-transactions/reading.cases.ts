import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  addDays,
  addMonths,
  addYears,
  businessDate,
  startOfBusinessDay,
} from '#libs/platform/kernel';
import { CHOICE, FORBIDDEN, LENGTH, NOT_FOUND, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus } from '../../support/running-service.js';
import { holder } from '../bank-links.fixture.js';
import { importLines } from '../import.fixture.js';
import {
  accountNumber,
  type Body,
  folio,
  list,
  listed,
  listPath,
  newFolio,
  noon,
  noonOf,
  put,
  putPath,
  service,
  trade,
} from './set-up.js';

const american = (day: string): string => `${day.slice(5)}-${day.slice(0, 4)}`;

describe('14. Get folio transactions', () => {
  const today = businessDate(new Date().toISOString());
  /** Transactions by days ago. */
  const history: readonly (readonly [id: string, date: string, fields: Body])[] = [
    ['today', noonOf(today), { categoryName: 'CashSweep', subCategoryName: null, ticker: null }],
    ['d3', noonOf(addDays(today, -3)), { subCategoryName: 'Sell', ticker: 'SPY' }],
    ['d4', noonOf(addDays(today, -4)), {}],
    ['d5', noonOf(addDays(today, -5)), { categoryName: 'Dividends', ticker: 'BRK.B' }],
    ['d6', noonOf(addDays(today, -6)), {}],
    ['d10', noonOf(addDays(today, -10)), {}],
    ['d11', noonOf(addDays(today, -11)), {}],
    ['m2', noonOf(addMonths(today, -2)), {}],
    ['m5', noonOf(addMonths(today, -5)), {}],
    ['y1', noonOf(addYears(today, -1)), {}],
    ['y1b', noonOf(addDays(addYears(today, -1), -1)), {}],
    ['y3', noonOf(addYears(today, -3)), {}],
    ['y5', noonOf(addYears(today, -5)), {}],
    ['y5b', noonOf(addDays(addYears(today, -5), -1)), {}],
  ];
  beforeAll(async () => {
    // not in date order
    for (const [id, date, fields] of [...history].sort()) {
      expectStatus(await put(id, trade({ date, ...fields }), listed), 200);
    }
  });
  const ids = async (query = ''): Promise<unknown[]> =>
    (await list(query, listed)).map(({ transactionId }) => transactionId);
  const since = (day: string): string[] =>
    history.filter(([, date]) => date.slice(0, 10) >= day).map(([id]) => id);

  it('200, a list, the newest first; daterange › default 3 days [folio-transaction.list folio-transaction.daterange]', async () => {
    const answer = await service.client.get(listPath(listed));
    expectStatus(answer, 200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect((answer.body as Body[]).map(({ transactionId }) => transactionId)).toEqual([
      'today',
      'd3',
    ]);
  });

  it.each([
    ['3d', addDays(today, -3)],
    ['5d', addDays(today, -5)],
    ['10d', addDays(today, -10)],
    ['30d', addDays(today, -30)],
    ['1m', addMonths(today, -1)],
    ['3m', addMonths(today, -3)],
    ['6m', addMonths(today, -6)],
    ['12m', addYears(today, -1)],
    ['1y', addYears(today, -1)],
    ['3y', addYears(today, -3)],
    ['5y', addYears(today, -5)],
    ['Mtd', `${today.slice(0, 8)}01`],
    ['Ytd', `${today.slice(0, 5)}01-01`],
  ])('daterange › code %s [folio-transaction.daterange]', async (code, first) => {
    expect(await ids(`?daterange=${code}`)).toEqual(since(first));
  });

  it('daterange › two dates MM-dd-yyyy joined by a comma, both included [folio-transaction.daterange]', async () => {
    const day = (daysAgo: number): string => american(addDays(today, -daysAgo));
    expect(await ids(`?daterange=${day(5)},${day(3)}`)).toEqual(['d3', 'd4', 'd5']);
    expect(await ids(`?daterange=${day(4)}%2C${day(4)}`)).toEqual(['d4']);
    expect(await ids(`?daterange=${day(2)},${day(1)}`)).toEqual([]);
    expect(await ids(`?daterange=${day(3)},12-31-9999`)).toEqual(['today', 'd3']);
    expect(await ids('?daterange=01-01-0001,12-31-9999')).toEqual(history.map(([id]) => id));
  });

  it('from, inclusive, and to, exclusive, days of New York or moments [lists.periods lists.daterange]', async () => {
    const day = (daysAgo: number): string => addDays(today, -daysAgo);
    expect(await ids(`?from=${day(5)}&to=${day(3)}`)).toEqual(['d3', 'd4', 'd5']);
    expect(await ids(`?from=${noonOf(day(4))}&to=${noonOf(day(3))}`)).toEqual(['d4']);
    expect(await ids(`?from=${day(5)}`)).toEqual(since(day(5)));
    expect(await ids(`?to=${addYears(today, -5)}`)).toEqual(['y5', 'y5b']);
    expect(await ids(`?from=${day(3)}&to=${day(5)}`)).toEqual([]);
    const twice = await service.client.get(`${listPath(listed)}?daterange=5d&to=${today}`);
    expectExactly(twice, [{ type: 'VALIDATION_FIELD', field: 'daterange', errorCode: VALUE }]);
  });

  it('days in New York, to the millisecond [folio-transaction.daterange request.timestamps]', async () => {
    const other = await newFolio('Edges');
    const start = Date.parse(startOfBusinessDay(addDays(today, -20)));
    const end = Date.parse(startOfBusinessDay(addDays(today, -19)));
    const times: [string, number][] = [
      ['before', start - 1],
      ['first', start],
      ['last', end - 1],
      ['after', end],
    ];
    for (const [id, time] of times) {
      expectStatus(await put(id, trade({ date: new Date(time).toISOString() }), other), 200);
    }
    const day = american(addDays(today, -20));
    const found = await list(`?daterange=${day},${day}`, other);
    expect(found.map(({ transactionId }) => transactionId)).toEqual(['last', 'first']);
  });

  it.each([
    '',
    '4d',
    '3D,',
    '2y',
    'constructor',
    '01-02-2026',
    '01-02-2026,',
    ',01-02-2026',
    '2026-01-01,2026-02-01',
    '1-2-2026,1-3-2026',
    '13-01-2026,13-02-2026',
    '02-29-2026,03-01-2026',
    '01-02-2026,01-01-2026',
    '01-01-2026,01-02-2026,01-03-2026',
  ])(
    'daterange › %j is VALIDATION_FIELD on daterange [folio-transaction.daterange]',
    async (daterange) => {
      const path = `${listPath(listed)}?daterange=${encodeURIComponent(daterange)}`;
      expectExactly(await service.client.get(path), [
        { type: 'VALIDATION_FIELD', field: 'daterange' },
      ]);
    },
  );

  it.each([
    ['category=CashSweep', ['today']],
    ['category=Dividends', ['d5']],
    ['category=dIVIDENDS', ['d5']],
    ['category=Fees', []],
    ['category=Rebates', []],
    ['subCategoryName=Sell', ['d3']],
    ['subcategory=Sell', ['d3']],
    ['subCategoryName=sELL', ['d3']],
    ['subCategoryName=Other', []],
    ['ticker=SPY', ['d3']],
    ['ticker=SPY,BRK.B', ['d3', 'd5']],
    ['ticker=spy,%20brk.b', ['d3', 'd5']],
    ['ticker=GE', []],
    ['cashsweep=N', ['d3', 'd4', 'd5']],
    ['cashsweep=Y', ['today', 'd3', 'd4', 'd5']],
    ['category=CashSweep&cashsweep=N', []],
    ['category=Trades&ticker=SPY&subcategory=Sell&cashsweep=N', ['d3']],
  ])(
    '%s [folio-transaction.category folio-transaction.subCategoryName folio-transaction.ticker folio-transaction.cashsweep]',
    async (query, expected) => {
      expect(await ids(`?daterange=5d&${query}`)).toEqual(expected);
    },
  );

  it('Query names › any letter case, dateRange and subcategory; each once [request.query folio-transaction.subCategoryName]', async () => {
    const query = '?dateRange=5d&SUBCATEGORY=Sell&CashSweep=Y&Ticker=SPY&CATEGORY=Trades';
    expect(await ids(query)).toEqual(['d3']);
    expect(await ids('?DATERANGE=ytD')).toEqual(await ids('?daterange=Ytd'));
    for (const twice of ['daterange=3d&dateRange=5d', 'subcategory=a&subCategoryName=b']) {
      const answer = await service.client.get(`${listPath(listed)}?${twice}`);
      expectExactly(answer, [{ type: 'SYNTAX' }]);
    }
    const unknown = await service.client.get(`${listPath(listed)}?nope=1`);
    expectExactly(unknown, [{ type: 'SYNTAX', field: 'nope' }]);
  });

  it.each([
    ['category', '', VALUE],
    ['category', 'x'.repeat(41), LENGTH],
    ['cashsweep', 'y', CHOICE],
    ['cashsweep', 'true', CHOICE],
    ['cashsweep', '', CHOICE],
    ['ticker', '', VALUE],
    ['ticker', 'IBM,', VALUE],
    ['ticker', 'toolongticker', VALUE],
    ['subCategoryName', '', VALUE],
    ['subCategoryName', 'x'.repeat(41), LENGTH],
  ])(
    '%s › %s › %s [folio-transaction.category folio-transaction.cashsweep folio-transaction.ticker]',
    async (field, value, errorCode) => {
      const answer = await service.client.get(`${listPath(listed)}?${field}=${value}`);
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it('Errors › every problem of the query at once [errors.list]', async () => {
    const query = '?daterange=x&category=&cashsweep=x&ticker=%24&nope=1';
    expectExactly(await service.client.get(listPath(listed) + query), [
      { type: 'SYNTAX', field: 'nope' },
      { field: 'daterange' },
      { field: 'category' },
      { field: 'cashsweep' },
      { field: 'ticker' },
    ]);
  });

  it('folioName › as the folio is called now [folio-transaction.names]', async () => {
    const other = await newFolio('Before');
    expectStatus(await put('1', trade(), other), 200);
    const path = `/restapi/accounts/${accountNumber}/folios/${other}`;
    expectStatus(await service.client.put(path, { folioName: 'After' }), 200);
    expect(await list('', other)).toMatchObject([{ folioName: 'After' }]);
  });

  it('more transactions than a page, all of the range, in order [folio-transaction.list]', async () => {
    const other = await newFolio('Many');
    const start = Date.parse(noon(2));
    const many = Array.from({ length: 2_100 }, (_, i) => i);
    const lines = many.map((n) => ({
      path: putPath(`n${n}`, other),
      body: { categoryName: 'Trades', date: new Date(start + n).toISOString() },
    }));
    const imported = await importLines(service, lines);
    expect(imported.lines.filter(({ status }) => status === 200)).toHaveLength(many.length);
    const found = await list('', other);
    expect(found.map(({ transactionId }) => transactionId)).toEqual(
      many.reverse().map((n) => `n${n}`),
    );
  });

  it('404 for unknown folios, other accounts and other firms, whatever the query [errors.404]', async () => {
    const { client } = await service.otherFirm();
    for (const path of [
      listPath(`${accountNumber}99`),
      listPath(`${accountNumber}00`),
      listPath('03'),
      listPath('%20'),
      listPath('x'.repeat(600)),
      listPath(folio, await service.account()),
      listPath(folio, 'RZ00000000'),
    ]) {
      expectExactly(await service.client.get(path), NOT_FOUND, 404);
    }
    expectExactly(await client.get(listPath()), NOT_FOUND, 404);
  });

  it('read details: all but SV; the auditor reads, others do not [permission.codes]', async () => {
    for (const permission of ['DV', 'MM', 'TR']) {
      const client = await holder(service, accountNumber, permission);
      expectStatus(await client.get(listPath()), 200);
    }
    expectStatus(await service.auditor.get(listPath()), 200);
    const summary = await holder(service, accountNumber, 'SV');
    const stranger = service.as(await service.member());
    for (const client of [summary, stranger, service.backoffice, service.operator]) {
      expectExactly(await client.get(listPath()), FORBIDDEN, 403);
    }
  });
});
