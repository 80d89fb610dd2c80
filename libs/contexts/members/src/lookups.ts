import type { AggregateStore } from '#libs/platform/event-store';
import { RefusedException, throwIfRefused } from '#libs/platform/http';
import { forbidden, isNumericOid, notFound } from '#libs/platform/kernel';
import {
  firmDecider,
  type InstitutionalFirm,
  type Member,
  memberDecider,
  memberIn,
} from './domain/index.js';

/** The refusal of a caller whose credentials name a firm that no operator defined. */
export const firmUnknown = forbidden('The firm of the caller is not known.');

/**
 * An advisor firm, including everything in the log.
 * @param missing what is answered when there is none: by default 404, for the firm of a path
 */
export async function requireFirm(
  aggregates: AggregateStore,
  firmId: string,
  missing = notFound(),
): Promise<InstitutionalFirm> {
  if (!isNumericOid(firmId)) throw new RefusedException(missing);
  const { state } = await aggregates.load(firmDecider, firmId);
  return throwIfRefused(state.institutional ?? missing);
}

/**
 * The member of a path, including everything in the log.
 * @param firmId whose it must be, when a firm asks
 * @throws RefusedException 404 for none or another firm's, 410 for an erased one
 */
export async function requireMember(
  aggregates: AggregateStore,
  loginId: string,
  firmId?: string,
): Promise<Member> {
  const { state } = await aggregates.load(memberDecider, loginId);
  return throwIfRefused(memberIn(state, firmId));
}
