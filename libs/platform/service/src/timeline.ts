import { type DomainEvent, recordingTime } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';

/** Positions grow with the bytes of the log: a stretch of this many bits is about a hundred events. */
const STRETCH_BITS = 16n;

/** The first event of a stretch of the log. */
export interface Milestone extends Record<string, unknown> {
  /** Number of the stretch. */
  readonly stretch: number;
  /** When the event was recorded, ISO-8601 UTC. */
  readonly at: string;
  /** Its position, decimal. */
  readonly position: string;
}

/** Indexes of the milestones by name. */
export const TimelineIndex = {
  /** stretch: by place. */
  Place: 'place',
  /** at: by time. */
  Time: 'time',
} as const;

/** Number of the stretch a position lies in. */
export function stretchOf(position: bigint): number {
  return Number(position >> STRETCH_BITS);
}

/**
 * Read model `history.timeline`: when which stretch of the log began. It leads near to any moment; from there the log itself is
 * read on. Left out or late milestones only make that way longer.
 * @param projections those whose events are decoded anyway
 */
export function timelineOver(projections: readonly Projection[]): Projection<Milestone> {
  return {
    name: TIMELINE,
    version: 1,
    indexes: [
      { name: TimelineIndex.Place, fields: ['stretch'] },
      { name: TimelineIndex.Time, fields: ['at'] },
    ],
    events: [
      ...new Set(projections.flatMap(({ events }): readonly DomainEvent['type'][] => events)),
    ],
    impersonal: true,
    documents: ({ position }) => [String(stretchOf(position))],
    fold: (first, event) =>
      first ?? {
        stretch: stretchOf(event.position),
        at: recordingTime(event),
        position: event.position.toString(),
      },
  };
}

/** Name of the read model. */
export const TIMELINE = 'history.timeline';
