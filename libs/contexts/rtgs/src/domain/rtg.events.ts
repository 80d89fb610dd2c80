import type { DomainEvent } from '#libs/platform/kernel';

/** Weight of one security in a model. */
export interface TargetWeight {
  readonly ticker: string;
  /** Percent, a canonical decimal string with two decimals, above 0. */
  readonly targetWeight: string;
}

/** A ready-to-go folio model in canonical form. */
export interface RtgModel {
  readonly name: string;
  readonly description: string | null;
  /** In total exactly 100.00 percent, in the order sent. */
  readonly targetWeights: readonly TargetWeight[];
}

/** A model was added. */
export type RtgDefined = DomainEvent<'rtg.RtgDefined', RtgModel & { readonly rtgOid: string }>;

/** A model changed. Contains the previous model too, so that notices can say what changed ([rtg.notices]). */
export type RtgUpdated = DomainEvent<
  'rtg.RtgUpdated',
  RtgModel & {
    readonly rtgOid: string;
    /** Counts the changes of the model from 1, without gaps. */
    readonly changeNumber: number;
    readonly previous: RtgModel;
  }
>;

/** Events of stream `rtg-{oid}`. */
export type RtgEvent = RtgDefined | RtgUpdated;
