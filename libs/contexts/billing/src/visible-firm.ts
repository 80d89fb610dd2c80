import { firmDecider, type FirmState } from '#libs/contexts/members';
import type { AggregateStore } from '#libs/platform/event-store';
import { type Caller, RefusedException, throwIfProblems } from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { unsupportedFirm } from './domain/billing-plans.js';

/** A firm as far as billing plans need it. */
export interface PlanFirm {
  /** L institutional, G corporate. */
  readonly firmType: 'L' | 'G';
}

/** The firm of a state; undefined when there is none. */
export function firmOf({ institutional, corporate }: FirmState): PlanFirm | undefined {
  if (institutional) return { firmType: 'L' };
  return corporate ? { firmType: 'G' } : undefined;
}

/**
 * The firm when the caller may ask for its plans: the own firm and its corporate firms, which then are UNSUPPORTED; for an
 * auditor every firm. Another firm is not there ([errors.404]).
 */
export function visibleFirm(
  firmId: string,
  state: FirmState,
  caller: Pick<Caller, 'roles' | 'firmId'>,
): PlanFirm | undefined {
  const scope = state.corporate?.parentFirmId ?? firmId;
  const visible = caller.roles.includes('auditor') || caller.firmId === scope;
  return visible ? firmOf(state) : undefined;
}

/**
 * Makes sure that a firm is one that can have billing plans.
 * @param seen what the caller sees of it
 * @param asOf position: the firm as it was then
 * @throws RefusedException 404 for a firm that is not there, ProblemsException UNSUPPORTED for a corporate one
 */
export async function requireInstitutional(
  aggregates: AggregateStore,
  firmId: string,
  seen: (state: FirmState) => PlanFirm | undefined = firmOf,
  asOf?: bigint,
): Promise<void> {
  const firm = isNumericOid(firmId)
    ? seen((await aggregates.load(firmDecider, firmId, asOf)).state)
    : undefined;
  if (!firm) throw new RefusedException(notFound());
  const unsupported = unsupportedFirm(firmId, firm.firmType);
  if (unsupported) throwIfProblems([unsupported]);
}
