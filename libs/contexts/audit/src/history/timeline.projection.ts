import type { EventData, EventRegistry } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { Document, Projection, ReadModelDefinition } from '#libs/platform/read-models';

/** Positions grow with the bytes of the log: 1 MiB of it, some six hundred events, share a document of their subject. */
const STRETCH_BITS = 20n;
const DIGITS = 16;

/** Where one event stands. Holds no personal data. */
export interface Place {
  /** Decimal. */
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  /** Whether the event is in the export of this subject: it is the first of those the event belongs to. */
  readonly owned: boolean;
}

interface TimelineDocument extends Document {
  /** Such as `account:RA12345678`; see `Subject`. */
  readonly subject: string;
  /** Number of the stretch, of as many digits as it takes to sort as a text. */
  readonly stretch: string;
  /** In the order of the log. */
  readonly places: readonly Place[];
}

/** subject, stretch. */
export const TIMELINE_OF_SUBJECT = 'subject';

/** Number of the stretch a position lies in, as it sorts. */
export function stretchOf(position: bigint): string {
  return String(position >> STRETCH_BITS).padStart(DIGITS, '0');
}

/** Who an event belongs to; nobody for events of the service itself. */
export function subjectsOf(
  events: EventRegistry,
  { type, data, stream }: Pick<Recorded, 'type' | 'data' | 'stream'>,
): readonly string[] {
  const subjects = events.definition(type)?.history.subjects;
  return subjects ? [...new Set(subjects(data as EventData, stream))] : [];
}

/** Read model `audit.timeline`, one document for each subject and stretch of the log in which something happened to it. */
export const timelineDocuments = {
  name: 'audit.timeline',
} as ReadModelDefinition<TimelineDocument>;

/** The projection of {@link timelineDocuments}, of all events that concern somebody. */
export function timeline(events: EventRegistry): Projection<TimelineDocument> {
  return {
    name: timelineDocuments.name,
    version: 3,
    indexes: [{ name: TIMELINE_OF_SUBJECT, fields: ['subject', 'stretch'] }],
    events: events
      .all()
      .flatMap(({ type, definition }) => (definition.history.subjects ? [type] : [])),
    impersonal: true,
    documents: (event) => {
      const stretch = stretchOf(event.position);
      return subjectsOf(events, event).map((subject) => `${subject} ${stretch}`);
    },
    fold: (document, event, id) => {
      const subject = id.slice(0, -DIGITS - 1);
      const { position, stream, revision } = event;
      const owned = subjectsOf(events, event)[0] === subject;
      const place: Place = { position: position.toString(), stream, revision, owned };
      const places = [...(document?.places ?? []), place];
      return { subject, stretch: stretchOf(position), places };
    },
  };
}
