import type { Timestamp } from './timestamp.js';

/** A moment of the past as a read shows it. */
export interface PastPoint {
  /** Position in the log: events up to it count, later ones have not happened yet. */
  readonly asOf: bigint;
  /** What "now" is at that moment. */
  readonly at: Timestamp;
  /** Told of what is shown and was not there at that moment: since when it is, ISO-8601 UTC. */
  readonly notYet?: (since: string) => void;
}

/** Where in the log a read stands: not before a position, or exactly at a moment of the past. */
export type ReadPoint = bigint | PastPoint;

/** Tells the two kinds of {@link ReadPoint} apart. */
export function isPast(point: ReadPoint | undefined): point is PastPoint {
  return typeof point === 'object';
}
