import type { FolioClosed, SubscribedToRtg } from '#libs/contexts/folios';
import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import type { RtgEvent } from './rtg.events.js';
import { evolveRtg, rtgDecider, type RtgState } from './rtg.js';

/** An RTG folio model; `revision` is that of its stream and its entity tag. */
export type RtgDocument = Readonly<RtgState & { rtgOid: string; revision: number }>;

export const ALL_RTGS = 'all';

/** Read model `rtgs.rtg`, one document per model. */
export const rtgDocuments: Projection<RtgDocument, RtgEvent> = {
  name: 'rtgs.rtg',
  version: 1,
  indexes: [{ name: ALL_RTGS, fields: ['rtgOid'] }],
  events: ['rtg.RtgDefined', 'rtg.RtgUpdated'],
  documents: ({ data }) => [data.rtgOid],
  history: { streams: streamPerDocument(rtgDecider), fixed: { [ALL_RTGS]: 1 } },
  fold(document, event) {
    const { rtgOid } = event.data;
    return { rtgOid, ...evolveRtg(document, event), revision: event.revision };
  },
};

/** A folio that follows an RTG folio model. */
export type RtgSubscriptionDocument = Readonly<{
  rtgOid: string;
  folioNumber: string;
  accountNumber: string;
  /** Log position of the subscription, in decimal digits. */
  since: string;
}>;

export const SUBSCRIPTIONS_OF_RTG = 'rtg';

/** Read model `rtgs.subscription`, one document per open folio that follows a model. */
export const rtgSubscriptionDocuments: Projection<
  RtgSubscriptionDocument,
  SubscribedToRtg | FolioClosed
> = {
  name: 'rtgs.subscription',
  version: 1,
  indexes: [{ name: SUBSCRIPTIONS_OF_RTG, fields: ['rtgOid', 'folioNumber'] }],
  events: ['folio.SubscribedToRtg', 'folio.FolioClosed'],
  documents: ({ data }) => [data.folioNumber],
  fold(_document, event) {
    if (event.type === 'folio.FolioClosed') return undefined;
    const { rtgOid, folioNumber, accountNumber } = event.data;
    return { rtgOid, folioNumber, accountNumber, since: event.position.toString() };
  },
};
