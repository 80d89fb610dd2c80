import type { Decider, DomainEvent } from '#libs/platform/kernel';

interface OfChange {
  readonly rtgOid: string;
  /** {@link RtgUpdated.changeNumber} */
  readonly changeNumber: number;
}

/** The members of some more folios that follow the model have been told of the change. */
export type NoticesAdvanced = DomainEvent<
  'rtg.NoticesAdvanced',
  OfChange & {
    /** Full folio number: those up to here are done. */
    readonly upTo: string;
    readonly folios: number;
  }
>;

/** Every member who follows the model has been told of the change. */
export type NoticesCompleted = DomainEvent<
  'rtg.NoticesCompleted',
  OfChange & { readonly folios: number }
>;

/** Everything that happens in stream `rtgNotices-{rtgOid}:{changeNumber}`. */
export type RtgNoticesEvent = NoticesAdvanced | NoticesCompleted;

/** How far the members who follow a model have been told of one of its changes. */
interface RtgNotices {
  /** Full folio number; undefined at the beginning. */
  readonly upTo: string | undefined;
  readonly folios: number;
  readonly completed: boolean;
}

/** Folios, in the order of their numbers, were gone through; without `upTo` there are no more. */
interface AdvanceNotices extends OfChange {
  readonly upTo: string | undefined;
  readonly folios: number;
}

/** The notices about one change of a model. */
export const rtgNotices: Decider<RtgNotices, AdvanceNotices, RtgNoticesEvent> = {
  category: 'rtgNotices',
  initial: { upTo: undefined, folios: 0, completed: false },
  decide({ rtgOid, changeNumber, upTo, folios: more }, { upTo: before = '', folios, completed }) {
    if (completed) return [];
    const change = { rtgOid, changeNumber };
    if (upTo === undefined) {
      return [{ type: 'rtg.NoticesCompleted', data: { ...change, folios } }];
    }
    if (upTo <= before) return [];
    return [{ type: 'rtg.NoticesAdvanced', data: { ...change, upTo, folios: folios + more } }];
  },
  evolve: (notices, event) =>
    event.type === 'rtg.NoticesAdvanced'
      ? { ...notices, upTo: event.data.upTo, folios: event.data.folios }
      : { ...notices, completed: true },
};
