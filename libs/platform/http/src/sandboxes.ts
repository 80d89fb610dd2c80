import type { Timestamp } from '#libs/platform/kernel';

/** Firms that only play: with a clock of their own, and with faults on request. */
export interface Sandboxes {
  has(firmId: string | undefined): boolean;
  /** How many milliseconds the clock of a firm is ahead; 0 for one that is no sandbox. */
  ahead(firmId: string | undefined): number;
  /** When it was, by the clock of all, that the clock of a firm showed a time. */
  recordedWhen(firmId: string | undefined, shown: Timestamp): Timestamp;
  /** Whose clock what a path names goes by, for callers without a firm; undefined where it names nothing of a sandbox. */
  firmOf(params: Readonly<Record<string, string>>): Promise<string | undefined>;
  /** What the clock of a firm showed then. */
  shownWhen(firmId: string | undefined, recorded: Timestamp): Timestamp;
}
