import { describe, expect, it } from '@jest/globals';
import { FORBIDDEN, NOT_FOUND } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  advisory,
  assetFees,
  commission,
  firm,
  folioFees,
  get,
  numbers,
  pathOf,
  put,
  service,
} from './set-up.js';

describe('Get a billing plan', () => {
  it('Billing plan › advisory › every field, both keys, JSON [billing-plan.get billing-plan.billingPlanId billing-plan.billingPlanType billing-plan.name billing-plan.assetFees billing-plan.commissionFees asset-fees.* commission-fees.* request.output request.json]', async () => {
    const fees = { commissionFees: [commission(), { orderType: 'L', commission: '0' }] };
    expectStatus(await put('500', advisory(fees)), 200);
    const answer = await firm.client.get(pathOf('500'));
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('etag')).toBe('"0"');
    expect(numbers(answer.body)).toEqual(
      numbers({
        ...advisory(fees),
        billingPlanId: '500',
        billingType: 'A',
      }),
    );
    const { assetFees: shown } = answer.body as { assetFees: Record<string, unknown> };
    expect(shown['flatFee']).toEqual(expect.any(String));
    expect(shown['billingPeriodValue']).toBe('3');
  });

  it('Billing plan › brokerage › assetFees without commissionFees [billing-plan.commissionFees billing-plan.assetFees]', async () => {
    const plan = { billingPlanType: 'B', name: 'Brokerage', assetFees: assetFees() };
    expectStatus(await put('501', plan), 200);
    expect(numbers(await get('501'))).toEqual(
      numbers({ ...plan, description: null, billingPlanId: '501', billingType: 'B' }),
    );
  });

  it('Billing plan › platform › folioFees; assetFees absent [billing-plan.folioFees billing-plan.assetFees folio-fees.*]', async () => {
    const plan = { billingType: 'P', name: 'Platform', folioFees: folioFees() };
    expectStatus(await put('502', plan), 200);
    const shown = await get('502');
    expect(numbers(shown)).toEqual(
      numbers({ ...plan, description: null, billingPlanId: '502', billingPlanType: 'P' }),
    );
    expect(shown).not.toHaveProperty('assetFees');
    expect(shown).not.toHaveProperty('commissionFees');
  });

  it('Billing plan › list › every plan of the firm [billing-plan.get]', async () => {
    const { client, firmId, planOid } = await service.otherFirm();
    await service.advisoryPlan(firmId, '78');
    const answer = await client.get(`/restapi/firms/${firmId}/billingplans`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toEqual([
      (await client.get(pathOf(planOid, firmId))).body,
      (await client.get(pathOf('78', firmId))).body,
    ]);
  });

  it('UNSUPPORTED › corporate firm › 400 with the firm id, for the list too [billing-plan.corporate billing-plan.institutional]', async () => {
    const firmId = await corporateFirm();
    const unsupported = [
      {
        type: 'UNSUPPORTED',
        field: 'firmId',
        errorCode: 'unsupported.action.on.G.type.of.firm',
        message: expect.stringContaining(firmId) as unknown as string,
      },
    ] as const;
    const list = `/restapi/firms/${firmId}/billingplans`;
    for (const who of [service.client, service.auditor]) {
      expect(await who.get(pathOf('1', firmId))).toMatchObject({ status: 400, body: unsupported });
      expect(await who.get(list)).toMatchObject({ status: 400, body: unsupported });
    }
    const answer = await expectUnchanged(service, () => put('1', advisory(), firmId));
    expect(answer).toMatchObject({ status: 400, body: unsupported });
    for (const path of [pathOf('1', firmId), list]) {
      expectExactly(await firm.client.get(path), NOT_FOUND, 404);
    }
  });

  it('Who may call › scope › other firms, unknown firms and plans are 404 [errors.404]', async () => {
    const { firmId } = service.credentials;
    for (const [client, path] of [
      [firm.client, pathOf(service.credentials.billingPlans.A, firmId)],
      [service.client, pathOf(firm.planOid)],
      [service.client, `/restapi/firms/${firm.firmId}/billingplans`],
      [service.client, pathOf('999999', firmId)],
      [service.client, pathOf(firm.planOid, firmId)],
      [service.client, pathOf('1', '4711')],
      [service.client, pathOf('1', 'abc')],
      [service.client, '/restapi/firms/abc/billingplans'],
      [service.client, pathOf('%20', firmId)],
    ] as const) {
      expectExactly(await client.get(path), NOT_FOUND, 404);
    }
  });

  it('Who may call › roles › auditor reads every firm’s; back office and operator do not [auth.bearer]', async () => {
    await get(firm.planOid, service.auditor);
    for (const who of [service.backoffice, service.operator]) {
      expectExactly(await who.get(pathOf(firm.planOid)), FORBIDDEN, 403);
    }
  });

  it('Billing plan › cannot be created through the interface [billing-plan.not-created]', async () => {
    const list = `/restapi/firms/${firm.firmId}/billingplans`;
    for (const [method, path] of [
      ['POST', list],
      ['PUT', pathOf('1')],
      ['DELETE', pathOf(firm.planOid)],
    ] as const) {
      const answer = await expectUnchanged(service, () =>
        firm.client.request(method, path, method === 'DELETE' ? undefined : advisory()),
      );
      expectExactly(answer, [{ type: 'METHOD_NOT_ALLOWED' }], 405);
    }
  });

  async function corporateFirm(): Promise<string> {
    const answer = await service.client.post('/restapi/firms', {
      firmName: 'Corp',
      firmTaxId: '123456789',
      firmRep: await service.member(),
      primaryAddress: { line1: '1 Main St', city: 'Dover', state: 'DE', zipcode: '19901' },
    });
    return answer.location?.split('/').at(-1) ?? '';
  }
});
