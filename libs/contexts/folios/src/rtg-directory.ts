/** What folios have to know of RTG folio models; the context that keeps the models provides it. */
export abstract class RtgDirectory {
  /** Whether there is a model of this id, as the log has it at the time of the call. */
  abstract exists(rtgOid: string): Promise<boolean>;
}
