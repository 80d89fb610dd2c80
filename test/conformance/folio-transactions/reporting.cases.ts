import { describe, expect, it } from '@jest/globals';
import { FORBIDDEN, NOT_FOUND } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  accountNumber,
  find,
  folio,
  list,
  newFolio,
  newId,
  noon,
  put,
  putPath,
  refused,
  service,
  trade,
} from './set-up.js';

const MARKET = 'folio.transaction.market.value.rule';

describe('PUT /backoffice/accounts/{a}/folios/{f}/transactions/{transactionId}', () => {
  it('Folio transaction › every key of the table; 200, empty body, ETag [back-office.transactions folio-transaction.*]', async () => {
    const id = newId();
    const made = await put(id, trade());
    expectStatus(made, 200);
    expect([made.body, made.headers.get('etag')]).toEqual([undefined, '"0"']);
    expect(made.headers.get('x-consistency-token')).toBeTruthy();
    expect(await find(id)).toEqual({ ...trade(), accountId: accountNumber, transactionId: id });
  });

  it('idempotent by transactionId › sending what GET shows stores no event; a changed body is a correction [back-office.rule]', async () => {
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

  it('Numbers › JSON numbers are taken as written [request.numbers]', async () => {
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

  it('Timestamps › any offset in, UTC out [request.timestamps folio-transaction.date]', async () => {
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
    for (const [field, value, base] of [
      ['marketPrice', '100.125', 'price'],
      ['marketNet', '-1001.25', 'net'],
    ] as const) {
      expectExactly(await refused(trade({ [field]: value })), [{ type, field, errorCode: MARKET }]);
      const transfer = trade({ categoryName: 'Transfers', [field]: '1' });
      expectExactly(await refused(transfer), [{ type, field, errorCode: MARKET }]);
      const alone = trade({ categoryName: 'Transfers', [field]: value, [base]: null });
      expectExactly(await refused(alone), [{ type, field, errorCode: MARKET }]);
      const unread = trade({ categoryName: 'Transfers', [field]: value, [base]: 'x' });
      expectExactly(await refused(unread), [{ field: base, errorCode: 'invalid.value' }]);
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
    'trades',
    'Rebates',
    'é'.repeat(40),
  ])('Folio transaction categories › %s [folio-transaction.categories]', async (categoryName) => {
    const id = newId();
    expectStatus(await put(id, trade({ categoryName })), 200);
    expect((await find(id))?.['categoryName']).toBe(categoryName);
    const filter = `?category=${encodeURIComponent(categoryName.toUpperCase())}`;
    expect(await list(filter)).toContainEqual(expect.objectContaining({ transactionId: id }));
  });

  it('If-Match › stale is 412 [errors.412]', async () => {
    const id = newId();
    expectStatus(await put(id, trade()), 200);
    const send = (tag: string) =>
      service.backoffice.put(putPath(id), trade({ net: '5' }), { 'if-match': tag });
    expectStatus(await expectUnchanged(service, () => send('"3"')), 412);
    expectStatus(await send('"0"'), 200);
  });

  it('back office alone [back-office.rule]', async () => {
    for (const client of [service.client, service.auditor, service.operator]) {
      const send = () => client.put(putPath(newId()), trade());
      expectExactly(await expectUnchanged(service, send), FORBIDDEN, 403);
    }
  });

  it('404 for unknown accounts and folios and impossible ids, before the body is judged [errors.404]', async () => {
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
