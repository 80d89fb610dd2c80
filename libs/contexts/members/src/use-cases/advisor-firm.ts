import type { AggregateStore } from '#libs/platform/event-store';
import { forbidden, isNumericOid } from '#libs/platform/kernel';
import { firmDecider, type InstitutionalFirm } from '../domain/index.js';

/** The refusal of a caller whose credentials name a firm that no operator defined. */
export const firmUnknown = forbidden('The firm of the caller is not known.');

/** The advisor firm with an id, including everything in the log; undefined when there is none. */
export async function advisorFirm(
  aggregates: AggregateStore,
  firmId: string,
): Promise<InstitutionalFirm | undefined> {
  if (!isNumericOid(firmId)) return undefined;
  return (await aggregates.load(firmDecider, firmId)).state.institutional;
}
