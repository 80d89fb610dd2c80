import { type Timestamp, timestampOf } from './time.js';

/** The only source of time. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Absent if no firm has its own clock ([sandbox.clock]). */
  readonly firms?: FirmClocks;
}

/** The clocks of firms that have their own; for all others it is {@link Clock.now}. */
export interface FirmClocks {
  has(firmId: string | undefined): boolean;
  /** Milliseconds by which a firm's clock leads {@link Clock.now} (negative: lags). */
  leadMs(firmId: string | undefined): number;
  /** The largest lead of any firm's clock, at least 0. Nothing is due later than this clock says. */
  maxLeadMs(): number;
  /** Converts a time on the clock of a firm to the real time. */
  recordedWhen(firmId: string | undefined, shown: Timestamp): Timestamp;
  /** Converts a real time to the time on the clock of a firm. */
  shownWhen(firmId: string | undefined, recorded: Timestamp): Timestamp;
}

/** The latest time a firm's clock may be set to: dates of what recurs must still have years of four digits ([sandbox.clock]). */
export const LATEST_CLOCK: Timestamp = '2200-01-01T00:00:00.000Z';

/** The current time for a firm's business rules; without a firm, or for one that is not a sandbox, the service's own time. */
export function businessNow(clock: Clock, firmId: string | undefined): Timestamp {
  return timestampOf(clock.now() + (clock.firms?.leadMs(firmId) ?? 0));
}

/** The latest current time of any firm. */
export function latestBusinessNow(clock: Clock): Timestamp {
  return timestampOf(clock.now() + (clock.firms?.maxLeadMs() ?? 0));
}

/** The only source of randomness. */
export interface Ids {
  uuid(): string;
  bytes(size: number): Uint8Array;
}
