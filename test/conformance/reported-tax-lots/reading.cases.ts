import { describe, expect, it } from '@jest/globals';
import { businessDate, timestampOf } from '#libs/platform/kernel';
import { ManualClock } from '../../support/manual-clock.js';
import { FORBIDDEN, NOT_FOUND, VALUE } from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../../support/running-service.js';
import { holder } from '../bank-links.fixture.js';
import { lotBody } from '../reported-lot.fixture.js';
import { accountNumber, get, newId, NULLS, pathOf, put, service, taxData } from './set-up.js';

const NON_TAXABLE = {
  type: 'VALIDATION_FIELD',
  field: 'accountnumber',
  errorCode: 'invalid.for.account.type',
  message: 'Reportable taxes are not available for the non-taxable account.',
} as const;

describe('7. Get a reported closed tax lot', () => {
  it('Reported closed tax lot › every key of the table and of the sample [tax-lot.get tax-lot.*]', async () => {
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

  it('the two transactions are not interchangeable [tax-lot.get tax-lot.transactions]', async () => {
    const [a, b] = [newId(), newId()];
    expectStatus(await put(`${a}/${b}`, lotBody()), 200);
    expectExactly(await service.client.get(pathOf(`${b}/${a}`)), NOT_FOUND, 404);
  });

  it.each(['9', 'P', 'Q', 'R', 'S'])(
    'Errors › 400 VALIDATION_FIELD on accountnumber › account type %s; a lot for it is refused [tax-lot.non-taxable tax-lot.reporting]',
    async (accountType) => {
      const account = await service.account({ accountType });
      const read = await service.client.get(pathOf('1/2', account));
      expectExactly(read, [NON_TAXABLE]);
      const answer = await expectUnchanged(service, () => put('1/2', lotBody(), account));
      expectExactly(answer, [NON_TAXABLE]);
      // even while tax data are unavailable
      expectStatus(await taxData({ available: false }, account), 200);
      expectExactly(await service.client.get(pathOf('1/2', account)), [NON_TAXABLE]);
    },
  );

  it('Errors › 404 when tax data is currently unavailable, a switch per account [tax-lot.unavailable tax-lot.reporting]', async () => {
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
    // lots can still be reported meanwhile
    expectStatus(await put('1/2', lotBody({ termOfSale: 'L' }), mine), 200);
    expectStatus(await taxData({ available: true }, mine), 200);
    expect((await service.client.get(path)).body).toMatchObject({ termOfSale: 'L' });
  });

  it('Errors › 404 for unknown lots, other accounts and other firms [errors.404]', async () => {
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

  it('read details: all but SV; the auditor reads, others do not [permission.codes]', async () => {
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

  it('taxYear › never the current year, in New York, when reported and when read [tax-lot.taxYear tax-lot.reporting]', async () => {
    const clock = new ManualClock(Date.now());
    const other = await ServiceUnderTest.start({ clock });
    try {
      const account = await other.account();
      const year = Number(businessDate(timestampOf(clock.now())).slice(0, 4));
      const path = `accounts/${account}/reportedtaxlots/1/2`;
      const report = (taxYear: string) =>
        other.backoffice.put(`/backoffice/${path}`, lotBody({ taxYear }));
      const late = [{ field: 'taxYear', errorCode: VALUE }];
      for (const taxYear of [String(year), String(year + 1)]) {
        expectExactly(await expectUnchanged(other, () => report(taxYear)), late);
      }
      expectStatus(await report(String(year - 1)), 200);
      expectStatus(await other.client.get(`/restapi/${path}`), 200);
      // signatures would have expired by the service's clock
      const token = { authorization: `Bearer ${other.credentials.tokens.auditor}` };
      const read = async (): Promise<unknown[]> => {
        const answer = await fetch(`${other.service.url}/restapi/${path}`, { headers: token });
        return [answer.status, await answer.json()];
      };
      // the last moment of a year in New York, already the next year in UTC
      clock.advance(Date.parse(`${year}-01-01T04:59:59.999Z`) - clock.now());
      expect(await read()).toMatchObject([404, NOT_FOUND]);
      const again = () => report(String(year - 1));
      expectExactly(await expectUnchanged(other, again), late);
      clock.advance(1);
      expect(await read()).toMatchObject([200, { taxYear: String(year - 1) }]);
      expectStatus(await again(), 200);
    } finally {
      await other.stop();
    }
  });
});
