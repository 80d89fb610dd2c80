import { describe, expect, it } from '@jest/globals';
import { type FieldRow, titled } from '../../support/field-rows.js';
import { DATE, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { find, newId, put, putPath, refused, service, trade } from './set-up.js';

describe('PUT /backoffice/accounts/{a}/folios/{f}/transactions/{transactionId}', () => {
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
    '%s › free text of at most %i characters, or null [folio-transaction.daterange]',
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
    ...['a\u0007', {}, [], true, 1].map((value): FieldRow => ['categoryName', value, VALUE]),
    ['categoryName', 'x'.repeat(41), LENGTH],
    ...[
      '2026-02-29T00:00:00Z',
      '2026-01-01',
      '2026-01-01T00:00:00',
      'yesterday',
      '',
      5,
      {},
      '2099-01-01T00:00:00Z',
    ].map((value): FieldRow => ['date', value, DATE]),
    ...texts.flatMap(([field, max]): FieldRow[] => [
      [field, 'x'.repeat(max + 1), LENGTH],
      [field, 'a\u0007', VALUE],
      [field, 5, VALUE],
      [field, {}, VALUE],
      [field, [], VALUE],
    ]),
    ...['ibm', 'TOOLONGTICKER', 'I B', '$IBM', 5, {}].map((value): FieldRow => [
      'ticker',
      value,
      VALUE,
    ]),
    ...[...amounts, ...prices, 'quantity'].flatMap((field): FieldRow[] =>
      ['x', '1,50', '1e3', 'NaN', 'Infinity', '1.12345678901', true, {}, []].map((value) => [
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

  it('Body id against path id › uri.matching.rule [request.matching-ids]', async () => {
    const rule = { type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' } as const;
    for (const field of ['accountId', 'transactionId']) {
      expectExactly(await refused(trade({ [field]: 'other' })), [{ ...rule, field }]);
    }
  });

  it('Errors › SYNTAX › unknown keys, case-sensitive; every problem of fields at once [errors.SYNTAX errors.list]', async () => {
    const answer = await refused({
      ...trade({ categoryName: '', date: null, accountId: 'other' }),
      CategoryName: 'Trades',
    });
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'CategoryName' },
      { field: 'categoryName', errorCode: NULL },
      { field: 'date', errorCode: NULL },
    ]);
  });

  it.each([['[]'], ['"x"'], ['5'], ['null'], ['{']])(
    'a body %s is refused [errors.malformed]',
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
});
