import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent } from '#libs/platform/kernel';
import type { TargetWeight } from '#libs/contexts/codes';
import type { OfChange } from './rtg.js';

/** A ready-to-go folio model in canonical form. */
export interface RtgModel {
  readonly name: string;
  readonly description: string | null;
  /** In total exactly 100.00 percent, in the order sent. */
  readonly targetWeights: readonly TargetWeight[];
}

type RtgDefined = DomainEvent<'rtg.RtgDefined', RtgModel & { readonly rtgOid: string }>;

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

/** Events of streams `rtg-{oid}`. None contains personal data. */
export const rtgEvents = defineEvents<RtgEvent>({
  'rtg.RtgDefined': { history: { title: 'RTG model defined' } },
  'rtg.RtgUpdated': { history: { title: 'RTG model changed' } },
});

/** Events of streams `rtgNotices-{oid}:{changeNumber}`. None contains personal data. */
export const rtgNoticesEvents = defineEvents<RtgNoticesEvent>({
  'rtg.NoticesAdvanced': { history: { title: 'Members notified of a changed RTG model' } },
  'rtg.NoticesCompleted': { history: { title: 'All members notified of a changed RTG model' } },
});

/** The members behind some more folios that follow the model have been notified. */
type NoticesAdvanced = DomainEvent<
  'rtg.NoticesAdvanced',
  OfChange & {
    /** Full folio number up to which all are done. */
    readonly upTo: string;
    readonly folios: number;
  }
>;

/** Every member who follows the model has been notified. */
type NoticesCompleted = DomainEvent<'rtg.NoticesCompleted', OfChange & { readonly folios: number }>;

/** Events of stream `rtgNotices-{rtgOid}:{changeNumber}`. */
export type RtgNoticesEvent = NoticesAdvanced | NoticesCompleted;
