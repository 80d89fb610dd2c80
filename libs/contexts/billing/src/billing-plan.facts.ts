import { firmDecider, type FirmState } from '#libs/contexts/members';
import type { AggregateStore } from '#libs/platform/event-store';
import {
  type Caller,
  isNumericOid,
  notFound,
  type Problem,
  RefusedException,
  throwIfProblems,
} from '#libs/platform/kernel';
import {
  otherTypeProblem,
  billingPlans,
  unsupportedFirm,
  type PutBillingPlan,
  type BillingPlanType,
} from './billing-plan.js';

type FirmType = 'L' | 'G';

/** L for an institutional firm, G for a corporate one; undefined if the firm does not exist. */
export function firmTypeOf({ institutional, corporate }: FirmState): FirmType | undefined {
  return institutional ? 'L' : corporate && 'G';
}

/**
 * The type of a firm that the caller may see: its own firm and the corporate firms of it, or any firm for an auditor. Undefined, as
 * for an unknown firm, otherwise ([errors.404]).
 */
export function visibleFirmType(
  firmId: string,
  state: FirmState,
  { roles, firmId: own }: Pick<Caller, 'roles' | 'firmId'>,
): FirmType | undefined {
  const scope = state.corporate?.parentFirmId ?? firmId;
  return roles.includes('auditor') || own === scope ? firmTypeOf(state) : undefined;
}

/**
 * Checks that a firm can have billing plans.
 * @param seen the firm's type as the caller sees it
 * @param asOf position at which to read the firm
 * @throws RefusedException 404 for an unknown firm, ProblemsException UNSUPPORTED for a corporate one
 */
export async function requireInstitutional(
  aggregates: AggregateStore,
  firmId: string,
  seen: (state: FirmState) => FirmType | undefined = firmTypeOf,
  asOf?: bigint,
): Promise<void> {
  if (!isNumericOid(firmId)) throw new RefusedException(notFound());
  const firmType = seen((await aggregates.load(firmDecider, firmId, asOf)).state);
  if (firmType === undefined) throw new RefusedException(notFound());
  if (firmType === 'G') throwIfProblems([unsupportedFirm(firmId)]);
}

/**
 * Returns a problem if the plan exists with another type.
 * @throws RefusedException 404 for an unknown firm, ProblemsException UNSUPPORTED for a corporate one
 */
export async function otherTypeAt(
  aggregates: AggregateStore,
  { firmId, oid }: Pick<PutBillingPlan, 'firmId' | 'oid'>,
  type: BillingPlanType | undefined,
): Promise<Problem | undefined> {
  await requireInstitutional(aggregates, firmId);
  const { state: plans } = await aggregates.load(billingPlans, firmId);
  return otherTypeProblem(plans, oid, type);
}
