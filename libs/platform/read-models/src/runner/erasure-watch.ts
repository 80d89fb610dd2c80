import type { StoredEvent } from '#libs/platform/event-store';

/** What a runner has to know of the erasure of personal data. */
export interface ErasureWatch {
  /** How the stored types of the events start that erase a person's data. */
  readonly typePrefix: string;
  /**
   * Makes sure that this process can't read the data any more; answers the streams that hold some of them, in the order of
   * the log up to the event.
   */
  apply(erasure: StoredEvent): Promise<readonly string[]>;
  /** Whether events of a type, without version, may hold data of a person. */
  isPersonal(type: string): boolean;
  /** Whether an event holds data of the person. */
  concerns(event: StoredEvent, erasure: StoredEvent): boolean;
}
