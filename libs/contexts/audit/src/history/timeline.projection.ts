import type { Recorded } from '#libs/platform/kernel';
import type { Document, Projection } from '#libs/platform/read-models';
import { descriptors } from './descriptors.js';
import type { EventData } from './descriptor.js';

/** Where one event stands, and whose history it belongs to. Holds no personal data. */
export interface TimelineDocument extends Document {
  /** Such as `account:RA12345678`; see `Subject`. */
  readonly subjects: readonly string[];
  /** The first of them: whose export its stream is in. */
  readonly owner: string;
  readonly stream: string;
  readonly revision: number;
  /** Decimal, 19 digits, so that it sorts as a text. */
  readonly position: string;
}

/** Indexes of the timeline by name. */
export const TimelineIndex = {
  /** subject, position. */
  Subject: 'subject',
  /** owner, stream. */
  Owner: 'owner',
} as const;

/** A position as the timeline sorts it. */
export function sortablePosition(position: bigint): string {
  return String(position).padStart(19, '0');
}

/** Who an event belongs to; nobody for events of the service itself. */
export function subjectsOf(event: Pick<Recorded, 'type' | 'data' | 'stream'>): readonly string[] {
  const subjects = descriptors[event.type]?.subjects;
  return subjects ? [...new Set(subjects(event.data as EventData, event.stream))] : [];
}

/** Read model `audit.timeline`, one document for each event that belongs to somebody. */
export const timeline: Projection<TimelineDocument> = {
  name: 'audit.timeline',
  version: 1,
  indexes: [
    { name: TimelineIndex.Subject, fields: ['subjects', 'position'] },
    { name: TimelineIndex.Owner, fields: ['owner', 'stream'] },
  ],
  events: Object.entries(descriptors).flatMap(([type, { subjects }]) => (subjects ? [type] : [])),
  impersonal: true,
  documents: ({ position }) => [sortablePosition(position)],
  // A document is there from its event on and never changes: no stream has to be read.
  history: { streams: () => [], fixed: { [TimelineIndex.Subject]: 2, [TimelineIndex.Owner]: 2 } },
  fold: (_document, event, id) => {
    const subjects = subjectsOf(event);
    const [owner] = subjects;
    const { stream, revision } = event;
    return owner === undefined ? undefined : { subjects, owner, stream, revision, position: id };
  },
};
