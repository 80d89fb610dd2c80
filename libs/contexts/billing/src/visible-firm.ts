import { firmDecider, type FirmState } from '#libs/contexts/members';
import type { AggregateStore } from '#libs/platform/event-store';
import { type Caller, RefusedException, throwIfProblems } from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { unsupportedFirm } from './domain/billing-plans.js';

type FirmType = 'L' | 'G';

/** L for an institutional firm, G for a corporate one; undefined when there is none. */
export function firmTypeOf({ institutional, corporate }: FirmState): FirmType | undefined {
  return institutional ? 'L' : corporate && 'G';
}

/**
 * The type of a firm when the caller may ask for its plans: the own firm and its corporate firms, which then are UNSUPPORTED; for an
 * auditor every firm. Another firm is not there ([errors.404]).
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
 * Makes sure that a firm is one that can have billing plans.
 * @param seen the type that the caller sees of it
 * @param asOf position: the firm as it was then
 * @throws RefusedException 404 for a firm that is not there, ProblemsException UNSUPPORTED for a corporate one
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
