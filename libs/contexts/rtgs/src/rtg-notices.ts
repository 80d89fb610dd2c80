import type { Decider } from '#libs/platform/kernel';
import type { RtgNoticesEvent } from './rtg.events.js';

export interface OfChange {
  readonly rtgOid: string;
  /** {@link RtgUpdated.changeNumber} */
  readonly changeNumber: number;
}

interface RtgNotices {
  /** Full folio number; undefined initially. */
  readonly upTo: string | undefined;
  readonly folios: number;
  readonly completed: boolean;
}

/** Some folios, in the order of their numbers, are done; without `upTo` there are no more. */
interface AdvanceNotices extends OfChange {
  readonly upTo: string | undefined;
  readonly folios: number;
}

/** Rules of the notices about one change of a model, stream `rtgNotices-{rtgOid}:{changeNumber}`. */
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
