import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { unusedOid } from '../cash.fixture.js';
import { cash, ira, type Problems, refused, service } from './set-up.js';

describe('PUT /backoffice/accounts/{a}/cashtransactions/{oid}', () => {
  it.each(['PD', 'PR', 'CL', 'CC', 'RJ'])(
    'a first PUT may carry status %s [back-office.cashtransactions cash.status]',
    async (status) => {
      const oid = unusedOid();
      expectStatus(await cash.report(oid, { ...cash.deposit(), status }), 200);
      expect(await cash.read(oid)).toMatchObject({ oid, status, amount: '250.00' });
    },
  );

  it('the resource as GET shows it is accepted and changes nothing [back-office.rule]', async () => {
    const reported = unusedOid();
    expectStatus(await cash.report(reported, { transactionType: 'COW', amount: '1' }), 200);
    const ids = [await cash.make(), await cash.make(cash.deposit({ repeatType: 'M' })), reported];
    for (const oid of ids) {
      const body = await cash.read(oid);
      expectStatus(await expectUnchanged(service, () => cash.report(oid, body)), 200);
      expect(await cash.read(oid)).toEqual(body);
    }
  });

  it('a changed body is one event, sent twice one change [back-office.rule]', async () => {
    const oid = unusedOid();
    const body = { ...cash.deposit({ amount: '8.00' }), accountFees: '1.50', status: 'PD' };
    expectStatus(await cash.report(oid, body), 200);
    const before = await service.head();
    const changed = { ...body, amount: '9.00', sourceDescription: 'Bank' };
    expectStatus(await cash.report(oid, changed), 200);
    expect(await service.head()).toBeGreaterThan(before);
    expectStatus(await expectUnchanged(service, () => cash.report(oid, changed)), 200);
    const shown = { amount: '9.00', accountFees: '1.50', sourceDescription: 'Bank' };
    expect(await cash.read(oid)).toMatchObject(shown);
  });

  const STATUSES = ['PD', 'PR', 'CL', 'CC', 'RJ'];

  const allowed = ['PD→PR', 'PR→CL', 'PD→CC', 'PD→RJ', 'PR→RJ'];

  const pairs = STATUSES.flatMap((from) =>
    STATUSES.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  it.each(pairs)('transition %s to %s [cash.status]', async (from, to) => {
    const oid = unusedOid();
    expectStatus(await cash.report(oid, { ...cash.deposit(), status: from }), 200);
    if (allowed.includes(`${from}→${to}`)) {
      expectStatus(await cash.report(oid, { status: to, cancelReason: 'So it is' }), 200);
      expect(await cash.read(oid)).toMatchObject({ status: to, cancelReason: 'So it is' });
    } else {
      const problem = rule('cash.transaction.status.rule', 'status');
      await refused(() => cash.report(oid, { status: to }), problem);
    }
  });

  const wrong: [string, Record<string, unknown>, Problems][] = [
    [
      'transactionType missing',
      { transactionType: undefined },
      [field('transactionType', 'cannot.be.null')],
    ],
    [
      'transactionType outside the codes',
      { transactionType: 'X' },
      [field('transactionType', 'invalid.choice')],
    ],
    ['amount missing', { amount: null }, [field('amount', 'cannot.be.null')]],
    ['amount zero', { amount: '0' }, [field('amount', 'invalid.value')]],
    ['status outside the codes', { status: 'OK' }, [field('status', 'invalid.choice')]],
    ['status in the wrong case', { status: 'pd' }, [field('status', 'invalid.choice')]],
    ['oid another one', { oid: 'other' }, [rule('uri.matching.rule', 'oid')]],
    [
      'targetId another account',
      { targetId: 'RA00000000' },
      [rule('uri.matching.rule', 'targetId')],
    ],
    [
      'createDateTime no timestamp',
      { createDateTime: '2026-01-01' },
      [field('createDateTime', 'invalid.date')],
    ],
    ['processDate no date', { processDate: '1' }, [field('processDate', 'invalid.date')]],
    ['accountFees negative', { accountFees: '-1' }, [field('accountFees', 'invalid.value')]],
    [
      'sourceDescription too long',
      { sourceDescription: 'x'.repeat(256) },
      [field('sourceDescription', 'invalid.length')],
    ],
    [
      'cancelReasonCode outside the codes',
      { cancelReasonCode: '1' },
      [field('cancelReasonCode', 'invalid.choice')],
    ],
    [
      'repeatInterval no digits',
      { repeatInterval: 'x' },
      [field('repeatInterval', 'allows.only.digits')],
    ],
    [
      'every 0 weeks',
      { repeatType: 'W', repeatInterval: '0' },
      [field('repeatInterval', 'invalid.value')],
    ],
    [
      'iraContributionYear, two digits of a year',
      { iraContributionYear: '26' },
      [field('iraContributionYear', 'invalid.value')],
    ],
    [
      'iraContributionYear, a year of nobody’s life',
      { iraContributionYear: '0026' },
      [field('iraContributionYear', 'invalid.value')],
    ],
    [
      'withheld by type N',
      { stateWithholdType: 'N', stateWithholdAmount: '3.00' },
      [field('stateWithholdAmount', 'cash.transaction.withholding.rule')],
    ],
    ['an unknown key', { note: 1 }, [{ type: 'SYNTAX', field: 'note' }]],
  ];

  it.each(wrong)('%s [back-office.cashtransactions]', async (_row, fields, problems) => {
    await refused(() => cash.report(unusedOid(), { ...cash.deposit(), ...fields }), ...problems);
  });

  it('404 for an unknown account or id, 403 without the role; ids of series are the service’s [back-office.rule]', async () => {
    const put = (client: typeof service.client, path: string) =>
      expectUnchanged(service, () => client.put(path, cash.deposit()));
    const path = `/backoffice/accounts/${cash.accountNumber}/cashtransactions/5`;
    for (const client of [service.client, service.auditor, service.operator]) {
      expectExactly(await put(client, path), [{ type: 'FORBIDDEN' }], 403);
    }
    for (const wrongPath of [
      '/backoffice/accounts/RA00000000/cashtransactions/5',
      '/backoffice/accounts/x/cashtransactions/5',
      `/backoffice/accounts/${cash.accountNumber}/cashtransactions/%20`,
    ]) {
      expectExactly(await put(service.backoffice, wrongPath), [{ type: 'NOT_FOUND' }], 404);
    }
    await refused(
      () => cash.report('123456789012345-1', cash.deposit()),
      field('oid', 'invalid.value'),
    );
  });

  it('the same id on two accounts is two transactions [cash.oid]', async () => {
    const oid = unusedOid();
    expectStatus(await cash.report(oid, cash.deposit({ amount: '1.00' })), 200);
    expectStatus(await ira.report(oid, ira.deposit({ amount: '2.00' })), 200);
    expect(await cash.read(oid)).toMatchObject({ amount: '1.00' });
    expect(await ira.read(oid)).toMatchObject({ amount: '2.00' });
  });

  it('cancelling with the series flag takes the other reported ones of the series with it [back-office.cashtransactions]', async () => {
    const series = unusedOid();
    const ids = [unusedOid(), unusedOid(), unusedOid()];
    const body = { ...cash.deposit({ repeatType: 'W' }), repeatCashTransactionOid: series };
    for (const oid of ids) expectStatus(await cash.report(oid, body), 200);
    expectStatus(await cash.report(ids[2]!, { status: 'PR' }), 200);
    await refused(() => cash.cancel(ids[0]!), field('cancelSeriesFlag', '9048'));
    const cancel = { cancelReasonCode: '99', cancelSeriesFlag: true };
    expectStatus(await cash.cancel(ids[0]!, cancel), 200);
    const statuses = await Promise.all(ids.map(async (oid) => (await cash.read(oid))['status']));
    expect(statuses).toEqual(['CC', 'CC', 'PR']);
    expect(await cash.read(ids[1]!)).toMatchObject({ cancelReasonCode: '99' });
  });
});
