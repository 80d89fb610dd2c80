import type { DomainEvent } from '#libs/platform/kernel';

/** Share of one security in a model. */
export interface TargetWeight {
  readonly ticker: string;
  /** Percent, a canonical decimal string with two decimals, above 0. */
  readonly targetWeight: string;
}

/** A ready-to-go folio model in canonical form. */
export interface RtgModel {
  readonly name: string;
  readonly description: string | null;
  /** 1 to 100 of them, in total exactly 100.00 percent, in the order sent. */
  readonly targetWeights: readonly TargetWeight[];
}

/** There is a model more that folios can follow. */
export type RtgDefined = DomainEvent<'rtg.RtgDefined', RtgModel & { readonly rtgOid: string }>;

/**
 * A model reads differently from now on. Holds both sides of the change, so that the members who follow the model can be
 * told what changed, once per change ([rtg.notices]).
 */
export type RtgUpdated = DomainEvent<
  'rtg.RtgUpdated',
  RtgModel & {
    readonly rtgOid: string;
    /** 1 for the first change of the model, and so on without a hole. */
    readonly changeNumber: number;
    readonly previous: RtgModel;
  }
>;

/** Everything that happens in stream `rtg-{oid}`. */
export type RtgEvent = RtgDefined | RtgUpdated;
