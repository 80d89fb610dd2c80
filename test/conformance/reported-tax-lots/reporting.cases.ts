import { describe, expect, it } from '@jest/globals';
import { FORBIDDEN, NOT_FOUND, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { lotBody } from '../reported-lot.fixture.js';
import { accountNumber, get, newId, NULLS, put, refused, service, taxData } from './set-up.js';

describe('PUT /backoffice/accounts/{a}/reportedtaxlots/{originatingtxnid}/{closingtxnid}', () => {
  it('200, empty body, ETag; sending what GET shows stores no event; a changed body is a correction [back-office.reportedtaxlots back-office.rule]', async () => {
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

  it('If-Match › stale is 412 [errors.412]', async () => {
    const ids = `${newId()}/1`;
    expectStatus(await put(ids, lotBody()), 200);
    const path = `/backoffice/accounts/${accountNumber}/reportedtaxlots/${ids}`;
    const send = () =>
      service.backoffice.put(path, lotBody({ covered: 'U' }), { 'if-match': '"3"' });
    expectStatus(await expectUnchanged(service, send), 412);
  });

  it('back office alone [back-office.rule]', async () => {
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

  it('404 for unknown accounts and impossible ids, before the body is judged [errors.404]', async () => {
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

  it('Numbers › JSON numbers are taken as written [request.numbers tax-lot.taxLotId]', async () => {
    const ids = `${newId()}/1`;
    const numbers = {
      taxYear: 2024,
      netSaleAmount: 54.7,
      salePrice: 25.560658,
      shareQuantity: 2.14,
      reportableGainLoss: -1.56,
      foreignTaxWithholding: 1.5,
      taxLotId: 77,
    };
    expectStatus(await put(ids, lotBody(numbers)), 200);
    const [originatingTransactionId, closingTransactionId] = ids.split('/');
    const named = { accountNumber, originatingTransactionId, closingTransactionId };
    expect(await get(ids)).toEqual({ ...lotBody(), ...NULLS, ...named });
  });

  it('Body id against path id › uri.matching.rule [request.matching-ids]', async () => {
    const rule = { type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' } as const;
    for (const field of ['accountNumber', 'originatingTransactionId', 'closingTransactionId']) {
      expectExactly(await refused(lotBody({ [field]: 'other' })), [{ ...rule, field }]);
    }
  });
});

describe('PUT /backoffice/accounts/{a}/taxdata', () => {
  it('an account has its tax data until somebody says otherwise [back-office.taxdata]', async () => {
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
    ['', NULL],
    [{}, VALUE],
    [[], VALUE],
  ])('available › %j › %s [back-office.taxdata]', async (available, errorCode) => {
    const answer = await expectUnchanged(service, () => taxData({ available }));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'available', errorCode }]);
  });

  it('Errors › SYNTAX › unknown keys [errors.SYNTAX]', async () => {
    const send = () => taxData({ available: false, Available: true });
    expectExactly(await expectUnchanged(service, send), [{ type: 'SYNTAX', field: 'Available' }]);
  });
});
