import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import { rtgDecider } from '../rtg.decider.js';
import type { RtgEvent, RtgModel } from '../domain/rtg.events.js';
import { evolveRtg, type RtgState } from '../domain/rtg.js';

/** An RTG folio model; `revision` is that of its stream and its entity tag. */
export type RtgDocument = Readonly<RtgState & { rtgOid: string; revision: number }>;

/** Index of all models. */
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

/** The model as returned by GET and as sent by the back office ([rtg.read], [back-office.rtgs]). */
export function toRtgBody({ rtgOid, model }: RtgDocument): RtgModel & { readonly rtgOid: string } {
  const { name, description, targetWeights } = model;
  return { rtgOid, name, description, targetWeights };
}
