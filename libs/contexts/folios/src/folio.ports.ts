/** Looks up RTG folio models; the feature that stores them, which imports this one, provides it. */
export abstract class RtgDirectory {
  /** Whether the model exists, as of the end of the log. */
  abstract exists(rtgOid: string): Promise<boolean>;
}
