import type { Problem } from '#libs/platform/kernel';

/** An item of `targetWeights` as sent. */
export interface SentWeight {
  readonly ticker?: string | null | undefined;
  /** Percent as a decimal string. */
  readonly targetWeight?: string | null | undefined;
}

/** Body of the back office's PUT: the model as the GET shows it. Name and target weights are required. */
export interface RtgInput {
  /** Must equal the id of the path. */
  readonly rtgOid?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly targetWeights?: readonly SentWeight[] | null | undefined;
}

/** Back office: an RTG folio model, new or changed ([back-office.rtgs]). The same again changes nothing. */
export interface PutRtg {
  readonly type: 'PutRtg';
  /** Id of the path, well-formed (`isOid`). */
  readonly oid: string;
  readonly input: RtgInput;
  /**
   * What is already known to be wrong with the body. A field that could not be read is left out of the input and named
   * here, so that the answer holds every problem at once, each of them once.
   */
  readonly problems?: readonly Problem[] | undefined;
}

/** What may be asked of an RTG folio model. */
export type RtgCommand = PutRtg;
