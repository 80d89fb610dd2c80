/** Injection token of the {@link RtgDirectory}. */
export const RTG_DIRECTORY = Symbol('RtgDirectory');

/** What folios have to know of RTG folio models; the context that keeps the models provides it. */
export interface RtgDirectory {
  /** Whether there is a model of this id, as the log has it at the time of the call. */
  exists(rtgOid: string): Promise<boolean>;
}
