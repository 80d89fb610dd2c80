import { describe, expect, it } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import { CHOICE, FORBIDDEN, NOT_FOUND, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  advisory,
  assetFees,
  type Body,
  commission,
  firm,
  folioFees,
  get,
  newOid,
  pathOf,
  put,
  refused,
  service,
} from './set-up.js';

describe('Back office › billing plans', () => {
  const tier = (
    minAssetValue: unknown,
    maxAssetValue: unknown,
    basisPoints: unknown = '1',
  ): Body => ({
    minAssetValue,
    maxAssetValue,
    basisPoints,
  });

  it('PUT › 200, empty body; the same again, or as GET shows it, is no event [back-office.billingplans back-office.rule]', async () => {
    const oid = newOid();
    const first = await put(oid, advisory());
    expect(first).toMatchObject({ status: 200, body: undefined });
    const spelled = advisory({ assetFees: assetFees({ flatFee: 25.0 }) });
    for (const body of [advisory(), spelled, await get(oid)]) {
      expectStatus(await expectUnchanged(service, () => put(oid, body)), 200);
    }
    expectStatus(await put(oid, advisory({ name: 'Renamed' })), 200);
    expect(await get(oid)).toMatchObject({ name: 'Renamed' });
    expect((await firm.client.get(pathOf(oid))).headers.get('etag')).toBe('"1"');
  });

  it('one brokerage and one platform plan, many advisory ones [billing-plan.billingPlanType]', async () => {
    const { firmId } = await service.otherFirm();
    const brokerage = { billingPlanType: 'B', name: 'B', assetFees: assetFees() };
    const platform = { billingPlanType: 'P', name: 'P', folioFees: folioFees() };
    for (const [body, errorCode] of [
      [brokerage, 'billing.plan.single.brokerage.rule'],
      [platform, 'billing.plan.single.platform.rule'],
    ] as const) {
      const [one, two] = [newOid(), newOid()];
      expectStatus(await put(one, body, firmId), 200);
      const answer = await expectUnchanged(service, () => put(two, body, firmId));
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode }]);
      expectStatus(await put(one, { ...body, name: 'Changed' }, firmId), 200);
    }
    for (let i = 0; i < 3; i++) expectStatus(await put(newOid(), advisory(), firmId), 200);
  });

  it('Billing plan › type › both spellings alike, and never changed [billing-plan.billingPlanType]', async () => {
    const oid = newOid();
    expectExactly(await refused(advisory({ billingType: 'B' }), oid), [
      { field: 'billingType', errorCode: VALUE },
    ]);
    const unread = advisory({ billingPlanType: undefined, billingType: {} });
    expectExactly(await refused(unread, oid), [{ field: 'billingType', errorCode: CHOICE }]);
    expectStatus(await put(oid, advisory({ billingType: 'A' })), 200);
    const other = { billingPlanType: 'P', name: 'P', folioFees: folioFees() };
    expectExactly(await refused(other, oid), [
      { field: 'billingPlanType', errorCode: 'not.updatable' },
    ]);
  });

  it('Wire rules › body id against path id; unknown keys at each depth, all at once [request.matching-ids errors.SYNTAX]', async () => {
    expectExactly(await refused(advisory({ billingPlanId: '1' })), [
      { type: 'VALIDATION_RULE', field: 'billingPlanId', errorCode: 'uri.matching.rule' },
    ]);
    const everywhere = {
      Name: 'x',
      billingPlanType: 'A',
      assetFees: assetFees({
        fee: '1',
        assetFeeTiers: [{ ...tier('0', '1'), rate: '1' }],
      }),
      commissionFees: [commission({ ordertype: 'W' })],
    };
    expectExactly(await refused(everywhere), [
      ...['Name', 'fee', 'rate', 'ordertype'].map((field) => ({ type: 'SYNTAX', field }) as const),
      { type: 'VALIDATION_FIELD', field: 'name', errorCode: NULL },
    ]);
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['null', null],
    ['nothing', undefined],
  ])('Wire rules › body › %s is no plan [errors.malformed]', async (_, body) => {
    expectStatus(await refused(body), 400);
  });

  it('Back office › roles › backoffice only; unknown firms are 404 [back-office.rule]', async () => {
    const path = `/backoffice/firms/${firm.firmId}/billingplans/${newOid()}`;
    const callers: BrokerageClient[] = [firm.client, service.auditor, service.operator];
    for (const who of callers) {
      const answer = await expectUnchanged(service, () => who.put(path, advisory()));
      expectExactly(answer, FORBIDDEN, 403);
    }
    for (const firmId of ['4711', 'abc']) {
      const answer = await expectUnchanged(service, () => put('1', {}, firmId));
      expectExactly(answer, NOT_FOUND, 404);
    }
  });

  it('Consistency › If-Match › of the plan, not of the firm’s other plans [errors.412]', async () => {
    const oid = newOid();
    const path = `/backoffice/firms/${firm.firmId}/billingplans/${oid}`;
    const made = await service.backoffice.put(path, advisory());
    await put(newOid(), advisory());
    const tag = made.headers.get('etag') ?? '';
    const change = advisory({ name: 'Two' });
    expectStatus(await service.backoffice.put(path, change, { 'if-match': tag }), 200);
    const stale = await expectUnchanged(service, () =>
      service.backoffice.put(path, advisory({ name: 'Three' }), { 'if-match': tag }),
    );
    expectExactly(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
  });

  it('Consistency › Idempotency-Key › a repeated request is marked, with the tag of the first [request.idempotency]', async () => {
    const path = `/backoffice/firms/${firm.firmId}/billingplans/${newOid()}`;
    const once = { 'idempotency-key': newOid() };
    const first = await service.backoffice.put(path, advisory(), once);
    const again = await service.backoffice.put(path, advisory(), once);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([
      null,
      'true',
    ]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('Account › billingPlanOid › advisory plans of the firm only [account.billingPlanOid]', async () => {
    const { billingPlans } = service.credentials;
    const owner = await service.member();
    for (const billingPlanOid of [billingPlans.B, billingPlans.P, firm.planOid, '999999']) {
      const body = { ...service.accountBody(owner), billingPlanOid };
      const answer = await expectUnchanged(service, () =>
        service.client.post('/restapi/accounts', body),
      );
      expectExactly(answer, [
        { type: 'VALIDATION_RULE', errorCode: 'account.invalid.billing.plan' },
      ]);
    }
  });
});
