import { afterAll, beforeAll } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { expectStatus, expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;

export let service: ServiceUnderTest;
/** A firm with a plan A 77. */
export let firm: Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;

export const OTHER_TYPE = 'invalid.for.billing.plan.type';

export const pathOf = (oid: string, firmId = firm.firmId): string =>
  `/restapi/firms/${firmId}/billingplans/${oid}`;
export const put = (oid: string, body: unknown, firmId = firm.firmId): Promise<ClientAnswer> =>
  service.backoffice.put(`/backoffice/firms/${firmId}/billingplans/${oid}`, body);
export const refused = (body: unknown, oid = newOid()): Promise<ClientAnswer> =>
  expectUnchanged(service, () => put(oid, body));
export const get = async (oid: string, client = firm.client): Promise<unknown> => {
  const answer = await client.get(pathOf(oid));
  expectStatus(answer, 200);
  return answer.body;
};
export let oids = 1000;
export const newOid = (): string => String(++oids);

export const assetFees = (fields: Body = {}): Body => ({
  assetFeeTiers: [
    { minAssetValue: '0', maxAssetValue: '250000', basisPoints: '100' },
    { minAssetValue: '250000', maxAssetValue: 'Infinity', basisPoints: '62.5' },
  ],
  billingMode: 'A',
  billingPeriodType: 'M',
  billingPeriodValue: '3',
  flatFee: '25',
  tierType: 'M',
  ...fields,
});
export const advisory = (fields: Body = {}): Body => ({
  billingPlanType: 'A',
  name: 'Advisory',
  description: 'Tiered',
  assetFees: assetFees(),
  ...fields,
});
export const commission = (fields: Body = {}): Body => ({
  orderType: 'W',
  commission: '1.25',
  tradeCountThreshold: '10',
  additionalCommission: '0.5',
  buyCommission: '2',
  buyTradeCountThreshold: '5',
  additionalBuyCommission: '1',
  sellCommission: '3',
  sellTradeCountThreshold: '6',
  additionalSellCommission: '1.5',
  ...fields,
});
export const folioFees = (fields: Body = {}): Body => ({
  folioFee: '250',
  folioFeeDiscount: '10',
  additionalFolioFee: '20',
  additionalFolioFeeDiscount: '2',
  baseNumberOfFolios: '3',
  chargeFrequency: '12',
  ...fields,
});

/** Converts decimal strings to numbers, so that only their values are compared. */
export function numbers(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(numbers);
  if (json === null || typeof json !== 'object') {
    return typeof json === 'string' && /^\d+(\.\d+)?$/.test(json) ? Number(json) : json;
  }
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, numbers(value)]));
}

/** Starts the service and a firm of its own before the cases of billing plans. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    firm = await service.otherFirm();
  });
  afterAll(() => service.stop());
}
