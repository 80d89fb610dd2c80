import { requestBody, specification } from '#libs/platform/testing';
import { billingPlans, type PutBillingPlan } from '../src/billing-plan.js';
import type { BillingEvent, BillingPlan } from '../src/billing-plan.events.js';

import { PutBillingPlanDto } from '../src/billing-plan.dto.js';

export const firmId = '900001';
export const firm = specification(billingPlans);

/** The command made from a body. */
export function put(body: object, oid = '1'): PutBillingPlan {
  const read = requestBody(PutBillingPlanDto, body);
  const { billingPlanId } = read;
  return { type: 'PutBillingPlan', firmId, oid, plan: read.plan(), billingPlanId };
}

export function defined(plan: BillingPlan, oid = '1'): BillingEvent {
  return { type: 'billing.PlanDefined', data: { firmId, oid, plan } };
}

export const plain = (billingPlanType: 'A' | 'B' | 'P'): BillingPlan => ({
  billingPlanType,
  name: 'Plan',
  description: null,
});

export const assetFees = {
  assetFeeTiers: [
    { minAssetValue: '0', maxAssetValue: '100000', basisPoints: '75' },
    { minAssetValue: '100000', maxAssetValue: 'Infinity', basisPoints: '50.50' },
  ],
  billingMode: 'A',
  billingPeriodType: 'M',
  billingPeriodValue: '3',
  flatFee: '25',
  tierType: 'M',
};

export const readAssetFees: NonNullable<BillingPlan['assetFees']> = {
  assetFeeTiers: [
    { minAssetValue: '0.00', maxAssetValue: '100000.00', basisPoints: '75' },
    { minAssetValue: '100000.00', maxAssetValue: 'Infinity', basisPoints: '50.5' },
  ],
  billingMode: 'A',
  billingPeriodType: 'M',
  billingPeriodValue: '3',
  flatFee: '25.00',
  tierType: 'M',
};

export const withFees = (fees: object): object => ({
  billingPlanType: 'A',
  name: 'Plan',
  assetFees: { ...assetFees, ...fees },
});
