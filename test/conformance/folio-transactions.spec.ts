import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import {
  addDays,
  addMonths,
  addYears,
  businessDate,
  startOfBusinessDay,
} from '#libs/platform/kernel';
import { type FieldRow, titled } from '../support/field-rows.js';
import { CHOICE, DATE, FORBIDDEN, LENGTH, NOT_FOUND, NULL, VALUE } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';
import { holder } from './bank-links.fixture.js';

type Body = Readonly<Record<string, unknown>>;

let service: ServiceUnderTest;
let accountNumber: string;
/** A folio for reports, and one for the list. */
let folio: string;
let listed: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  accountNumber = await service.account();
  folio = await newFolio('Growth');
  listed = await newFolio('Listed');
});
afterAll(() => service.stop());

const MARKET = 'folio.transaction.market.value.rule';

async function newFolio(folioName: string): Promise<string> {
  const body = { folioName, accountNumber, dividendReinvest: true };
  const answer = await service.client.post(`/restapi/accounts/${accountNumber}/folios`, body);
  expectStatus(answer, 201);
  return answer.location?.split('/').at(-1) ?? '';
}

let count = 700_000;
const newId = (): string => String(++count);
const listPath = (folioNumber = folio, account = accountNumber): string =>
  `/restapi/accounts/${account}/folios/${folioNumber}/transactions`;
const putPath = (id: string, folioNumber = folio, account = accountNumber): string =>
  `/backoffice/accounts/${account}/folios/${folioNumber}/transactions/${id}`;
const put = (id: string, body: unknown, folioNumber = folio): Promise<ClientAnswer> =>
  service.backoffice.put(putPath(id, folioNumber), body);
const refused = (body: unknown): Promise<ClientAnswer> =>
  expectUnchanged(service, () => put(newId(), body));
const list = async (query = '', folioNumber = folio): Promise<readonly Body[]> => {
  const answer = await service.client.get(`${listPath(folioNumber)}${query}`);
  expectStatus(answer, 200);
  return answer.body as Body[];
};
const find = async (id: string): Promise<Body | undefined> =>
  (await list()).find(({ transactionId }) => transactionId === id);

/** Noon in New York, some days before today. */
function noon(daysAgo: number): string {
  return noonOf(addDays(businessDate(new Date().toISOString()), -daysAgo));
}
const noonOf = (day: string): string => `${day}T17:00:00.000+00:00`;
const american = (day: string): string => `${day.slice(5)}-${day.slice(0, 4)}`;

/** Every key but ids, and those of internal transfers. */
const trade = (fields: Body = {}): Body => ({
  categoryName: 'Trades',
  subCategoryName: 'Buy',
  transactionCode: 'BUY',
  transactionDesc: 'Bought 10 IBM',
  transactionType: 'Buy',
  date: noon(1),
  folioName: 'Growth',
  symbolName: 'International Business Machines',
  ticker: 'IBM',
  quantity: '10',
  price: '100.125',
  net: '-1001.25',
  commission: '4.95',
  ...fields,
});

describe('decisions §10 › PUT /backoffice/accounts/{a}/folios/{f}/transactions/{transactionId}', () => {
  it('Folio transaction › every key of the table; 200, empty body, ETag [§10.transactions folio-transaction.*]', async () => {
    const id = newId();
    const made = await put(id, trade());
    expectStatus(made, 200);
    expect([made.body, made.headers.get('etag')]).toEqual([undefined, '"0"']);
    expect(made.headers.get('x-consistency-token')).toBeTruthy();
    expect(await find(id)).toEqual({ ...trade(), accountId: accountNumber, transactionId: id });
  });

  it('idempotent by transactionId › what GET shows is no event, a changed body a correction [§10.rule]', async () => {
    const id = newId();
    expectStatus(await put(id, trade()), 200);
    const shown = await find(id);
    expectStatus(await expectUnchanged(service, () => put(id, trade())), 200);
    expectStatus(await expectUnchanged(service, () => put(id, shown)), 200);
    const changed = await put(id, { ...shown, net: '-1001.26' });
    expect(changed.headers.get('etag')).toBe('"1"');
    expect(await find(id)).toEqual({ ...shown, net: '-1001.26' });
    expect((await list()).filter(({ transactionId }) => transactionId === id)).toHaveLength(1);
  });

  it('a transaction id is one of its folio [folio-transaction.transaction]', async () => {
    const [id, other] = [newId(), await newFolio('Other')];
    expectStatus(await put(id, trade()), 200);
    expectStatus(await put(id, trade({ net: '1' }), other), 200);
    expect((await find(id))?.['net']).toBe('-1001.25');
    expect(await list('', other)).toMatchObject([{ net: '1.00', folioName: 'Other' }]);
  });

  it('a category and a date are enough; folios 01 and 02 have transactions too [folio-transaction.categories]', async () => {
    for (const number of ['01', '02']) {
      const body = { categoryName: 'Interest', date: noon(0) };
      expectStatus(await put('1', body, accountNumber + number), 200);
      expect(await list('', accountNumber + number)).toEqual([
        {
          ...Object.fromEntries(Object.keys(trade()).map((key) => [key, null])),
          ...body,
          accountId: accountNumber,
          transactionId: '1',
          folioName: number === '01' ? 'Cash' : 'Non-Folio Holdings',
        },
      ]);
    }
  });

  it('decisions §1 › Numbers › JSON numbers are taken as written [§1.numbers]', async () => {
    const id = newId();
    const numbers = {
      quantity: -2.5,
      price: 100.1,
      net: 250.25,
      commission: 0,
      transactionId: Number(id),
    };
    expectStatus(await put(id, trade(numbers)), 200);
    expect(await find(id)).toMatchObject({
      quantity: '-2.5',
      price: '100.10',
      net: '250.25',
      commission: '0.00',
    });
  });

  it('decisions §1 › Timestamps › any offset in, UTC out [§1.timestamps folio-transaction.date]', async () => {
    const id = newId();
    const date = noon(1).replace('17:00:00.000+00:00', '12:00:00-0500');
    expectStatus(await put(id, trade({ date })), 200);
    expect((await find(id))?.['date']).toBe(noon(1));
  });

  it('marketPrice, marketNet › internal transfers only; equal price and net [folio-transaction.market]', async () => {
    const id = newId();
    const moved = trade({
      categoryName: 'Transfers',
      marketPrice: '100.1250',
      marketNet: -1001.25,
    });
    expectStatus(await put(id, moved), 200);
    expect(await find(id)).toMatchObject({ marketPrice: '100.125', marketNet: '-1001.25' });
    const type = 'VALIDATION_RULE';
    for (const [field, value] of [
      ['marketPrice', '100.125'],
      ['marketNet', '-1001.25'],
    ] as const) {
      expectExactly(await refused(trade({ [field]: value })), [{ type, field, errorCode: MARKET }]);
      const transfer = trade({ categoryName: 'Transfers', [field]: '1' });
      expectExactly(await refused(transfer), [{ type, field, errorCode: MARKET }]);
    }
  });

  it('notes › if applicable [folio-transaction.notes]', async () => {
    const id = newId();
    expectStatus(await put(id, trade({ notes: 'one\ntwo' })), 200);
    expect((await find(id))?.['notes']).toBe('one\ntwo');
    expectStatus(await put(id, trade({ notes: null })), 200);
    expect(await find(id)).not.toHaveProperty('notes');
  });

  it.each([
    'Deposits',
    'Withdrawals',
    'Trades',
    'Dividends',
    'Interest',
    'Fees',
    'Transfers',
    'CashSweep',
    'Adjustments',
  ])(
    'decisions §3 › Folio transaction categories › %s [folio-transaction.categories §3.categories]',
    async (categoryName) => {
      const id = newId();
      expectStatus(await put(id, trade({ categoryName })), 200);
      expect((await find(id))?.['categoryName']).toBe(categoryName);
    },
  );

  const texts: [string, number][] = [
    ['subCategoryName', 40],
    ['transactionCode', 40],
    ['transactionType', 40],
    ['transactionDesc', 200],
    ['symbolName', 200],
    ['folioName', 50],
    ['notes', 1000],
  ];
  it.each(texts)(
    '%s › free text of at most %i characters, or null [§9.transactions]',
    async (field, max) => {
      const id = newId();
      for (const value of ['x'.repeat(max), '😀'.repeat(max), null]) {
        expectStatus(await put(id, trade({ [field]: value })), 200);
        if (field === 'folioName') continue;
        expect((await find(id))?.[field] ?? null).toBe(value);
      }
    },
  );

  const amounts = ['net', 'commission', 'marketNet'];
  const prices = ['price', 'marketPrice'];
  const rows: FieldRow[] = [
    ...['categoryName', 'date'].flatMap((field): FieldRow[] => [
      [field, undefined, NULL],
      [field, null, NULL],
    ]),
    ...['X', 'trades', 'TRADES', '', ' Trades', {}, [], true, 1].map((value): FieldRow => [
      'categoryName',
      value,
      CHOICE,
    ]),
    ...['2026-02-29T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00', 'yesterday', '', 5, {}].map(
      (value): FieldRow => ['date', value, DATE],
    ),
    ...texts.flatMap(([field, max]): FieldRow[] => [
      [field, 'x'.repeat(max + 1), LENGTH],
      [field, '', VALUE],
      [field, '  ', VALUE],
      [field, 'a\u0007', VALUE],
      [field, 5, VALUE],
      [field, {}, VALUE],
      [field, [], VALUE],
    ]),
    ...['ibm', '', 'TOOLONGX', 'I B', '$IBM', 5, {}].map((value): FieldRow => [
      'ticker',
      value,
      VALUE,
    ]),
    ...[...amounts, ...prices, 'quantity'].flatMap((field): FieldRow[] =>
      ['x', '', '1,50', '1e3', 'NaN', 'Infinity', '1.12345678901', true, {}, []].map((value) => [
        field,
        value,
        VALUE,
      ]),
    ),
    ...amounts.map((field): FieldRow => [field, '1.12345', VALUE]),
    ...prices.map((field): FieldRow => [field, '-0.01', VALUE]),
  ];
  it.each(titled(rows))('%s › %s [folio-transaction.*]', async (field, _, value, errorCode) => {
    const answer = await refused(trade({ [field]: value }));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('decisions §1 › Body id against path id › uri.matching.rule [§1.matching-ids]', async () => {
    const rule = { type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' } as const;
    for (const field of ['accountId', 'transactionId']) {
      expectExactly(await refused(trade({ [field]: 'other' })), [{ ...rule, field }]);
    }
  });

  it('Errors › SYNTAX › unknown keys, case-sensitive; every problem at once [errors.SYNTAX §1.errors]', async () => {
    const answer = await refused({
      ...trade({ categoryName: 'X', date: null, accountId: 'other' }),
      CategoryName: 'Trades',
    });
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'CategoryName' },
      { field: 'categoryName', errorCode: CHOICE },
      { field: 'date', errorCode: NULL },
      { type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' },
    ]);
  });

  it.each([['[]'], ['"x"'], ['5'], ['null'], ['{']])(
    'a body %s is refused [§1.malformed]',
    async (text) => {
      const token = service.credentials.tokens.backoffice;
      const send = () =>
        fetch(service.service.url + putPath(newId()), {
          method: 'PUT',
          body: text,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        });
      expect((await expectUnchanged(service, send)).status).toBe(400);
    },
  );

  it('decisions §1 › If-Match › stale is 412 [§1.412]', async () => {
    const id = newId();
    expectStatus(await put(id, trade()), 200);
    const send = (tag: string) =>
      service.backoffice.put(putPath(id), trade({ net: '5' }), { 'if-match': tag });
    expectStatus(await expectUnchanged(service, () => send('"3"')), 412);
    expectStatus(await send('"0"'), 200);
  });

  it('decisions §2 › back office alone [§10.rule]', async () => {
    for (const client of [service.client, service.auditor, service.operator]) {
      const send = () => client.put(putPath(newId()), trade());
      expectExactly(await expectUnchanged(service, send), FORBIDDEN, 403);
    }
  });

  it('404 for unknown accounts and folios and impossible ids, before the body is judged [§1.404]', async () => {
    const other = await service.account();
    for (const path of [
      putPath('1', 'RZ0000000003', 'RZ00000000'),
      putPath('1', folio, 'abc'),
      putPath('1', `${accountNumber}99`),
      putPath('1', `${accountNumber}00`),
      putPath('1', folio, other),
      putPath('1', '03'),
      putPath('%20'),
      putPath('x'.repeat(65)),
      putPath('a%2fb'),
    ]) {
      const send = () => service.backoffice.put(path, {});
      expectExactly(await expectUnchanged(service, send), NOT_FOUND, 404);
    }
  });
});

describe('14. Get folio transactions', () => {
  const today = businessDate(new Date().toISOString());
  /** Days ago and what is there. */
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
    // not in the order of their dates
    for (const [id, date, fields] of [...history].sort()) {
      expectStatus(await put(id, trade({ date, ...fields }), listed), 200);
    }
  });
  const ids = async (query = ''): Promise<unknown[]> =>
    (await list(query, listed)).map(({ transactionId }) => transactionId);
  const since = (day: string): string[] =>
    history.filter(([, date]) => date.slice(0, 10) >= day).map(([id]) => id);

  it('200, a list, the newest first; daterange › default 3 days [14.response 14.daterange limits.daterange]', async () => {
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
  ])('daterange › code %s [14.daterange]', async (code, first) => {
    expect(await ids(`?daterange=${code}`)).toEqual(since(first));
  });

  it('daterange › two dates MM-dd-yyyy joined by a comma, both included [14.daterange §9.transactions]', async () => {
    const day = (daysAgo: number): string => american(addDays(today, -daysAgo));
    expect(await ids(`?daterange=${day(5)},${day(3)}`)).toEqual(['d3', 'd4', 'd5']);
    expect(await ids(`?daterange=${day(4)}%2C${day(4)}`)).toEqual(['d4']);
    expect(await ids(`?daterange=${day(2)},${day(1)}`)).toEqual([]);
  });

  it('decisions §9 › days in New York, to the millisecond [§9.transactions §1.timestamps]', async () => {
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
  ])('daterange › %j is VALIDATION_FIELD on daterange [14.daterange]', async (daterange) => {
    const path = `${listPath(listed)}?daterange=${encodeURIComponent(daterange)}`;
    expectExactly(await service.client.get(path), [
      { type: 'VALIDATION_FIELD', field: 'daterange' },
    ]);
  });

  it.each([
    ['category=CashSweep', ['today']],
    ['category=Dividends', ['d5']],
    ['category=Fees', []],
    ['subCategoryName=Sell', ['d3']],
    ['subcategory=Sell', ['d3']],
    ['subCategoryName=Other', []],
    ['ticker=SPY', ['d3']],
    ['ticker=SPY,BRK.B', ['d3', 'd5']],
    ['ticker=spy,%20brk.b', ['d3', 'd5']],
    ['ticker=GE', []],
    ['cashsweep=N', ['d3', 'd4', 'd5']],
    ['cashsweep=Y', ['today', 'd3', 'd4', 'd5']],
    ['category=CashSweep&cashsweep=N', []],
    ['category=Trades&ticker=SPY&subcategory=Sell&cashsweep=N', ['d3']],
  ])('%s [14.category 14.subCategoryName 14.ticker 14.cashsweep]', async (query, expected) => {
    expect(await ids(`?daterange=5d&${query}`)).toEqual(expected);
  });

  it('decisions §1 › Query names › any letter case, dateRange and subcategory; each once [§1.query 14.subCategoryName]', async () => {
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
    ['category', 'trades', CHOICE],
    ['category', 'X', CHOICE],
    ['category', '', CHOICE],
    ['cashsweep', 'y', CHOICE],
    ['cashsweep', 'true', CHOICE],
    ['cashsweep', '', CHOICE],
    ['ticker', '', VALUE],
    ['ticker', 'IBM,', VALUE],
    ['ticker', 'toolongx', VALUE],
    ['subCategoryName', '', VALUE],
    ['subCategoryName', 'x'.repeat(41), LENGTH],
  ])('%s › %s › %s [14.category 14.cashsweep 14.ticker]', async (field, value, errorCode) => {
    const answer = await service.client.get(`${listPath(listed)}?${field}=${value}`);
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('Errors › every problem of the query at once [§1.errors]', async () => {
    const query = '?daterange=x&category=x&cashsweep=x&ticker=%24&nope=1';
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

  it('more transactions than a page, all of the range, in order [14.response]', async () => {
    const other = await newFolio('Many');
    const start = Date.parse(noon(2));
    const many = Array.from({ length: 2_100 }, (_, i) => i);
    for (let i = 0; i < many.length; i += 100) {
      const answers = many.slice(i, i + 100).map((n) => {
        const date = new Date(start + n).toISOString();
        return put(`n${n}`, { categoryName: 'Trades', date }, other);
      });
      for (const answer of await Promise.all(answers)) expectStatus(answer, 200);
    }
    const found = await list('', other);
    expect(found.map(({ transactionId }) => transactionId)).toEqual(
      many.reverse().map((n) => `n${n}`),
    );
  });

  it('404 for unknown folios, other accounts and other firms, whatever the query [§1.404]', async () => {
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

  it('decisions §2 › read details: all but SV; the auditor reads, others do not [§2.permissions]', async () => {
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
