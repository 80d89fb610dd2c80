import type { RtgModel } from './rtg.events.js';

/** Back office: an RTG folio model, new or changed ([back-office.rtgs]). The same again changes nothing. */
export interface PutRtg {
  readonly type: 'PutRtg';
  /** Id of the path, well-formed (`isOid`). */
  readonly oid: string;
  /** The model as the GET shows it; no ticker is there twice. */
  readonly report: RtgModel & { readonly rtgOid?: string };
}

/** What may be asked of an RTG folio model. */
export type RtgCommand = PutRtg;
