import { type Timestamp, timestampOf } from './timestamp.js';

/** The only source of time. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /**
   * How many milliseconds the business clock of a firm is ahead of {@link now}; negative where it is behind. Absent: no firm has a
   * clock of its own ([sandbox.clock]).
   */
  ahead?(firmId: string | undefined): number;
  /** The most that any firm's clock is ahead, at least 0: nothing is due later than by that one. */
  mostAhead?(): number;
}

/** What time it is for a firm: rules go by it. Without a firm, or for one that is no sandbox, by the one clock of all. */
export function businessNow(clock: Clock, firmId: string | undefined): Timestamp {
  return timestampOf(clock.now() + (clock.ahead?.(firmId) ?? 0));
}

/** What time it is at most for any firm. */
export function latestNow(clock: Clock): Timestamp {
  return timestampOf(clock.now() + (clock.mostAhead?.() ?? 0));
}

/** The only source of randomness. */
export interface Ids {
  /** A random UUID. */
  uuid(): string;
  /** `size` random bytes. */
  bytes(size: number): Uint8Array;
}
