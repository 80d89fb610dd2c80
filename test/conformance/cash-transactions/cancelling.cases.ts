import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { holder } from '../bank-links.fixture.js';
import { CashUnderTest, unusedOid } from '../cash.fixture.js';
import { cash, type Problems, refused, service } from './set-up.js';

describe('PUT …/cashtransactions/{oid} cancels', () => {
  it.each(['8', '99', '100'])(
    'cancelReasonCode %s [cash.cancel cash.cancelReason]',
    async (cancelReasonCode) => {
      const oid = await cash.make();
      const answer = await cash.cancel(oid, { cancelReasonCode, cancelReason: ' Too early ' });
      expectStatus(answer, 200);
      expect(answer.body).toBeUndefined();
      const shown = await service.client.get(`${cash.path}/${oid}`);
      expect(shown.body).toMatchObject({
        status: 'CC',
        cancelReasonCode,
        cancelReason: 'Too early',
      });
      expect(shown.headers.get('etag')).toBe(answer.headers.get('etag'));
    },
  );

  const wrong: [string, Record<string, unknown>, Problems][] = [
    ['9049 a reason that is none', { cancelReasonCode: '7' }, [field('cancelReasonCode', '9049')]],
    [
      '9049 a reason of the wrong type',
      { cancelReasonCode: [] },
      [field('cancelReasonCode', '9049')],
    ],
    ['cancelReasonCode missing', {}, [field('cancelReasonCode', 'cannot.be.null')]],
    [
      'cancelReasonCode null',
      { cancelReasonCode: null },
      [field('cancelReasonCode', 'cannot.be.null')],
    ],
    [
      'cancelReason too long',
      { cancelReasonCode: '8', cancelReason: 'x'.repeat(256) },
      [field('cancelReason', 'invalid.length')],
    ],
    [
      'cancelReason of the wrong type',
      { cancelReasonCode: '8', cancelReason: 1 },
      [field('cancelReason', 'invalid.value')],
    ],
    [
      'cancelReason unprintable',
      { cancelReasonCode: '8', cancelReason: 'a\u0007' },
      [field('cancelReason', 'invalid.value')],
    ],
    [
      'cancelSeriesFlag of the wrong type',
      { cancelReasonCode: '8', cancelSeriesFlag: 'yes' },
      [field('cancelSeriesFlag', 'invalid.value')],
    ],
    [
      'an unknown key',
      { cancelReasonCode: '8', status: 'CC' },
      [{ type: 'SYNTAX', field: 'status' }],
    ],
  ];

  it.each(wrong)('%s [cash.cancel]', async (_row, body, problems) => {
    const oid = await cash.make();
    await refused(() => cash.cancel(oid, body), ...problems);
  });

  it('9050 › not pending: cancelled, processing, completed, rejected [cash.cancel]', async () => {
    const oid = await cash.make();
    expectStatus(await cash.cancel(oid), 200);
    await refused(() => cash.cancel(oid), rule('9050'));
    for (const status of ['PR', 'CL', 'RJ']) {
      const other = unusedOid();
      expectStatus(await cash.report(other, { ...cash.deposit(), status }), 200);
      await refused(() => cash.cancel(other), rule('9050'));
    }
  });

  it('9051 › not permitted, HTTP 403: DV, TR and callers without permission; MM cancels [cash.cancel]', async () => {
    const oid = await cash.make();
    const path = `${cash.path}/${oid}`;
    const body = { cancelReasonCode: '8' };
    for (const client of [
      await holder(service, cash.accountNumber, 'DV'),
      await holder(service, cash.accountNumber, 'TR'),
      service.as(await service.member()),
      service.auditor,
      service.backoffice,
    ]) {
      const answer = await expectUnchanged(service, () => client.put(path, body));
      expectExactly(answer, [{ type: 'FORBIDDEN', errorCode: '9051' }], 403);
      const posted = await expectUnchanged(service, () => client.post(cash.path, cash.deposit()));
      expectExactly(posted, [{ type: 'FORBIDDEN' }], 403);
    }
    const mover = await holder(service, cash.accountNumber, 'MM');
    expectStatus(await mover.post(cash.path, cash.deposit()), 201);
    expectStatus(await mover.put(path, body), 200);
  });

  it('If-Match › 412 when stale [errors.412]', async () => {
    const oid = await cash.make();
    const body = { cancelReasonCode: '8' };
    const stale = await expectUnchanged(service, () =>
      cash.cancel(oid, body, { 'if-match': '"7"' }),
    );
    expectExactly(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
    expectStatus(await cash.cancel(oid, body, { 'if-match': '"0"' }), 200);
  });

  it('two concurrent requests cancel once [cash.cancel]', async () => {
    const oid = await cash.make();
    const answers = await Promise.all(
      ['8', '99'].map((cancelReasonCode) => cash.cancel(oid, { cancelReasonCode })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('Bank link › cancel › only without transactions in process', () => {
  it('refused while one is PD or PR; CC, RJ and CL do not block [bank-link.cancel]', async () => {
    const other = await CashUnderTest.create(service);
    const inProcess = rule('banklink.transactions.in.process.rule');
    const pending = await other.make();
    await refused(() => other.cancelLink(), inProcess);
    expectStatus(await other.report(pending, { status: 'PR' }), 200);
    await refused(() => other.cancelLink(), inProcess);
    expectStatus(await other.report(pending, { status: 'CL' }), 200);
    const rejected = await other.make(other.withdrawal());
    await refused(() => other.cancelLink(), inProcess);
    expectStatus(await other.report(rejected, { status: 'RJ' }), 200);
    expectStatus(await other.cancel(await other.make()), 200);
    expectStatus(await other.cancelLink(), 200);
    expectStatus(await expectUnchanged(service, () => other.cancelLink()), 200);
    // nothing comes under way on it any more; what has ended may still be reported
    for (const status of ['PD', 'PR']) {
      const late = other.withdrawal({ status });
      await refused(
        () => other.report('900000000000001', late),
        rule('cash.transaction.bank.link.deleted.rule'),
      );
    }
    const over = other.withdrawal({ status: 'CL' });
    expectStatus(await other.report('900000000000001', over), 200);
    expectStatus(await expectUnchanged(service, () => other.cancelLink()), 200);
  });

  it('a transaction and the cancellation at once never leave money pending on a cancelled link [bank-link.cancel]', async () => {
    const other = await CashUnderTest.create(service);
    for (let round = 0; round < 5; round++) {
      await Promise.all([other.post(other.deposit()), other.cancelLink()]);
      const link = (await service.client.get(other.linkPath)).body as { status: string };
      const pending = await other.list('?transactionStatuses=PD');
      expect(link.status === 'D' && pending.length > 0).toBe(false);
      for (const oid of pending) await other.cancel(oid);
    }
  });
});
