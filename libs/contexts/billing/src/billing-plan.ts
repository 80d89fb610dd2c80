import {
  type Decider,
  equalJson,
  type Precondition,
  FieldCode,
  fieldProblem,
  isAsExpected,
  jsonForm,
  Money,
  pathMismatches,
  preconditionFailed,
  type Problem,
  refuse,
  RuleBook,
} from '#libs/platform/kernel';
import type {
  AssetFeeTier,
  BillingEvent,
  BillingPlan,
  ReportedPlan,
} from './billing-plan.events.js';

/** Billing plan types. A firm has any number of advisory plans, one platform plan and one brokerage plan. */
export const BillingPlanTypes = { A: 'Advisory', P: 'Platform', B: 'Brokerage' } as const;
export type BillingPlanType = keyof typeof BillingPlanTypes;

export const BillingModes = {
  A: 'In arrears, on the average daily balance of the period before',
  F: 'In advance, on the closing value of the period before',
} as const;
export type BillingMode = keyof typeof BillingModes;

/** billingPeriodType of asset fees, and the allowed values of `billingPeriodValue`. */
export const BillingPeriods = { M: ['1', '3', '12'], D: ['30', '60'] } as const;
export type BillingPeriodType = keyof typeof BillingPeriods;

export const TierTypes = {
  M: 'Tiered: each tier at its own rate',
  S: 'Tapered: the whole basis at the rate of the highest tier',
} as const;
export type TierType = keyof typeof TierTypes;

export const billingRules = new RuleBook({
  'billing.asset.fee.tiers.rule':
    'The tiers leave a gap or overlap, or one does not end above its start',
  'billing.plan.single.brokerage.rule': 'The firm has a brokerage plan already',
  'billing.plan.single.platform.rule': 'The firm has a platform plan already',
  'invalid.for.billing.plan.type': 'The field does not belong to the type of the plan',
  'unsupported.action.on.G.type.of.firm':
    'Corporate firms have no billing plans; the message has the firm id, the type is UNSUPPORTED',
});

/** Back office: defines or changes a plan of a firm ([back-office.billingplans]). Idempotent. */
export interface PutBillingPlan {
  readonly type: 'PutBillingPlan';
  readonly firmId: string;
  readonly oid: string;
  readonly plan: ReportedPlan;
  readonly billingPlanId?: string | undefined;
  /** `If-Match`: revision of the plan, not of the stream. */
  readonly expectedRevision?: Precondition | undefined;
}

const CENT = Money.of('0.01');

/** The plans of one firm, by oid. A Map, because an oid may be any word, such as `__proto__`. */
export type BillingPlans = ReadonlyMap<string, PlanState>;

export interface PlanState {
  readonly plan: BillingPlan;
  /** Number of changes since its definition: its entity tag. The stream's revision also counts changes of other plans. */
  readonly revision: number;
}

/** Applies an event to its plan. Shared by state and document, so that they always agree. */
export function evolvePlan(before: PlanState | undefined, { data }: BillingEvent): PlanState {
  return { plan: data.plan, revision: before ? before.revision + 1 : 0 };
}

/** The problem reported for a corporate firm ([billing-plan.corporate]). */
export function unsupportedFirm(firmId: string): Problem {
  return {
    type: 'UNSUPPORTED',
    field: 'firmId',
    errorCode: 'unsupported.action.on.G.type.of.firm',
    message: `Firm ${firmId} is a corporate firm; only institutional firms have billing plans.`,
  };
}

/** Returns a problem if the plan exists with another type. */
export function otherTypeProblem(
  plans: BillingPlans,
  oid: string,
  type: BillingPlanType | null | undefined,
): Problem | undefined {
  const known = plans.get(oid)?.plan.billingPlanType ?? type;
  if (!type || known === type) return undefined;
  return fieldProblem('billingPlanType', FieldCode.NotUpdatable);
}

/** Each tier ends above its start and begins where the previous one ends, or a cent above that; only the last may be open-ended. */
function tierProblems(tiers: readonly AssetFeeTier[]): Problem[] {
  const problems: Problem[] = [];
  let end: Money | undefined;
  for (const [index, { minAssetValue: start, maxAssetValue }] of tiers.entries()) {
    const note = (detail: string): void => {
      const message = `assetFees.assetFeeTiers[${index}]: ${detail}`;
      problems.push(billingRules.broken('billing.asset.fee.tiers.rule', message, 'assetFeeTiers'));
    };
    if (end && !start.equals(end) && !start.equals(end.plus(CENT))) {
      note('It does not begin where the previous one ends.');
    }
    if (maxAssetValue === 'Infinity') {
      if (index < tiers.length - 1) note('Only the last tier may have no end.');
      end = undefined;
    } else {
      end = maxAssetValue;
      if (!end.greaterThan(start)) note('It does not end above its start.');
    }
  }
  return problems;
}

/** A firm may have many advisory plans, but only one brokerage and one platform plan. */
function onlyOne(plans: BillingPlans, type: BillingPlanType): Problem[] {
  const taken = [...plans.values()].some(({ plan }) => plan.billingPlanType === type);
  if (!taken || type === 'A') return [];
  const kind = type === 'B' ? 'brokerage' : 'platform';
  return [billingRules.broken(`billing.plan.single.${kind}.rule`)];
}

/**
 * Rules of all billing plans of a firm, in one stream `billingPlans-{firmId}`, so that a second brokerage or platform plan can't slip
 * in ([back-office.billingplans]).
 */
export const billingPlans: Decider<BillingPlans, PutBillingPlan, BillingEvent> = {
  category: 'billingPlans',
  initial: new Map(),

  decide(command, plans) {
    const { firmId, oid, billingPlanId, expectedRevision } = command;
    const { billingPlanType, assetFees } = command.plan;
    const known = plans.get(oid);
    const otherType = otherTypeProblem(plans, oid, billingPlanType);
    if (otherType) return refuse(otherType);
    if (!isAsExpected(expectedRevision, known?.revision)) return preconditionFailed();
    const problems = [
      ...pathMismatches({ billingPlanId: oid }, { billingPlanId }),
      ...(known ? [] : onlyOne(plans, billingPlanType)),
      ...tierProblems(assetFees?.assetFeeTiers ?? []),
    ];
    if (problems.length > 0) return refuse(...problems);
    const plan = jsonForm(command.plan);
    if (!known) return [{ type: 'billing.PlanDefined', data: { firmId, oid, plan } }];
    if (equalJson(plan, known.plan)) return [];
    return [{ type: 'billing.PlanChanged', data: { firmId, oid, plan } }];
  },

  evolve(plans, event) {
    const { oid } = event.data;
    return new Map(plans).set(oid, evolvePlan(plans.get(oid), event));
  },
};
