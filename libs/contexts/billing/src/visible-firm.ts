import type { FirmState } from '#libs/contexts/members';
import type { Caller } from '#libs/platform/http';

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
 * auditor every firm. Another firm is not there (decisions §1).
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
