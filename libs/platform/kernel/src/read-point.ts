import type { Timestamp } from './time.js';

/** The past moment that a read shows. */
export interface PastPoint {
  /** Log position: events up to it count. */
  readonly asOf: bigint;
  /** The value of "now" at that moment. */
  readonly at: Timestamp;
  /** Called when the read shows something that did not exist then, with its creation time, ISO-8601 UTC. */
  readonly notYet?: (since: string) => void;
}

/** The point of the log to read at: not before a position, or exactly at a past moment. */
export type ReadPoint = bigint | PastPoint;

export function isPast(point: ReadPoint | undefined): point is PastPoint {
  return typeof point === 'object';
}

/** The newest event of a command: its revision in the stream and its position in the log. */
export interface WritePosition {
  readonly revision: number;
  /** Position that covers it and what immediately followed from it. */
  readonly position: bigint;
  /** Position of the event itself; default: {@link position}. */
  readonly own?: bigint;
  /** Written by an earlier request with the same `Idempotency-Key`. */
  readonly repeated?: boolean;
}
