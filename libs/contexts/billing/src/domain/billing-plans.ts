import {
  type BillingPlanType,
  BillingPlanTypes,
  type Decider,
  type Decision,
  equalJson,
  FieldCode,
  InputReader,
  isAsExpected,
  notFound,
  preconditionFailed,
  type Problem,
  refuse,
  ruleProblem,
} from '#libs/platform/kernel';
import type { BillingCommand, BillingPlanInput, PutBillingPlan } from './billing-plan.commands.js';
import type { BillingEvent, BillingPlan } from './billing-plan.events.js';
import { readAssetFees, readCommissionFees, readFolioFees, TIERS_RULE } from './fees-input.js';

/** Rules of this context, as `errorCode`s (own; the first two are VALIDATION_RULE, the third VALIDATION_FIELD). */
const BillingRule = {
  SingleBrokerage: 'billing.plan.single.brokerage.rule',
  SinglePlatform: 'billing.plan.single.platform.rule',
  /** The fees belong to another type of plan. */
  OtherPlanType: 'invalid.for.billing.plan.type',
  Tiers: TIERS_RULE,
} as const;

const MAX_NAME = 100;
const MAX_DESCRIPTION = 1_000;
const CORPORATE = 'G';

/** The plans of one firm, by oid. A Map: an oid may be any word, also one that means something as an object key. */
export type BillingPlans = ReadonlyMap<string, PlanState>;

/** A plan as it stands. */
export interface PlanState {
  readonly plan: BillingPlan;
  /** Changes since it was defined: its entity tag. That of the stream moves with every other plan of the firm. */
  readonly revision: number;
}

/** The plan after an event of its own. Shared by state and document, so that the two can't disagree. */
export function evolvePlan(before: PlanState | undefined, { data }: BillingEvent): PlanState {
  return { plan: data.plan, revision: before ? before.revision + 1 : 0 };
}

/**
 * Why a firm can't have billing plans (specification, endpoint 6; decisions §1, "UNSUPPORTED").
 * @returns undefined for an institutional firm.
 */
export function unsupportedFirm(firmId: string, firmType: string): Problem | undefined {
  if (firmType !== CORPORATE) return undefined;
  return {
    type: 'UNSUPPORTED',
    field: 'firmId',
    errorCode: `unsupported.action.on.${firmType}.type.of.firm`,
    message: `Firm ${firmId} is a corporate firm; only institutional firms have billing plans.`,
  };
}

function put(
  { firmId, oid, input, facts, expectedRevision, problems = [] }: PutBillingPlan,
  plans: BillingPlans,
): Decision<BillingEvent> {
  if (!facts.firm) return notFound();
  const unsupported = unsupportedFirm(firmId, facts.firm.firmType);
  if (unsupported) return refuse(unsupported);

  const standing = plans.get(oid);
  if (!isAsExpected(expectedRevision, standing?.revision)) return preconditionFailed();
  const before = standing?.plan;

  const reader = new InputReader(problems);
  reader.matches('billingPlanId', input.billingPlanId, oid);
  const type = readType(reader, input);
  if (type !== null && before && before.billingPlanType !== type) {
    reader.problem('billingPlanType', FieldCode.NotUpdatable);
  } else if (type !== null && !before) {
    reader.problems.push(...onlyOne(plans, type));
  }
  const plan = readPlan(reader, input, type);
  if (!plan || reader.problems.length > 0) return refuse(...reader.problems);
  if (!before) return [{ type: 'billing.PlanDefined', data: { firmId, oid, plan } }];
  if (equalJson(plan, before)) return [];
  return [{ type: 'billing.PlanChanged', data: { firmId, oid, plan } }];
}

function readType(reader: InputReader, input: BillingPlanInput): BillingPlanType | null {
  const { billingPlanType, billingType } = input;
  if (billingPlanType && billingType && billingPlanType !== billingType) {
    reader.problem('billingType', FieldCode.Value, 'Differs from billingPlanType.');
  }
  const type = billingPlanType ?? billingType;
  // what could not be read is not missed under its other spelling
  if (type == null && reader.isWrong('billingType')) return null;
  return reader.requiredCode(BillingPlanTypes, 'billingPlanType', type);
}

/** A firm may have many advisory plans but one brokerage and one platform plan. */
function onlyOne(plans: BillingPlans, type: BillingPlanType): Problem[] {
  const taken = [...plans.values()].some(({ plan }) => plan.billingPlanType === type);
  if (!taken || type === 'A') return [];
  return type === 'B'
    ? [ruleProblem(BillingRule.SingleBrokerage, 'The firm has a brokerage plan already.')]
    : [ruleProblem(BillingRule.SinglePlatform, 'The firm has a platform plan already.')];
}

function readPlan(
  reader: InputReader,
  input: BillingPlanInput,
  billingPlanType: BillingPlanType | null,
): BillingPlan | undefined {
  const has = (field: 'assetFees' | 'commissionFees' | 'folioFees', types: string): boolean => {
    if (billingPlanType === null || types.includes(billingPlanType)) return true;
    const detail = `Not on a plan of type ${billingPlanType}.`;
    reader.problem(field, BillingRule.OtherPlanType, detail);
    return false;
  };
  reader.present('name', input.name);
  const name = reader.text('name', input.name, { max: MAX_NAME });
  const sent = input.description === '' ? null : input.description;
  const description = reader.text('description', sent, { max: MAX_DESCRIPTION });
  const assetFees =
    input.assetFees && has('assetFees', 'AB') ? readAssetFees(reader, input.assetFees) : undefined;
  const commissionFees =
    input.commissionFees && has('commissionFees', 'A')
      ? readCommissionFees(reader, input.commissionFees)
      : undefined;
  const folioFees =
    input.folioFees && has('folioFees', 'P') ? readFolioFees(reader, input.folioFees) : undefined;
  if (billingPlanType === null || name === null) return undefined;
  return {
    billingPlanType,
    name,
    description,
    ...(assetFees && { assetFees }),
    ...(commissionFees && { commissionFees }),
    ...(folioFees && { folioFees }),
  };
}

/**
 * All billing plans of one firm, stream `billingPlans-{firmId}` (specification, "Billing plan"; decisions §10). One stream
 * for all of them, so that a second brokerage or platform plan can't slip in.
 */
export const billingPlans: Decider<BillingPlans, BillingCommand, BillingEvent> = {
  category: 'billingPlans',
  initial: new Map(),
  decide: (command, plans) => put(command, plans),
  evolve(plans, event) {
    const { oid } = event.data;
    return new Map(plans).set(oid, evolvePlan(plans.get(oid), event));
  },
};
