import { type EventData, type EventRegistry } from '#libs/platform/event-store';
import { omit, type Recorded } from '#libs/platform/kernel';
import type { Document, Projection, ReadModelDefinition } from '#libs/platform/read-models';
import { textOf } from '#libs/contexts/codes';

/** Positions grow with the bytes of the log. A document covers 1 MiB of it, about six hundred events: its stretch. */
const STRETCH_BITS = 20n;

const DIGITS = 16;

/** The place of an event in the log. Contains no personal data. */
export interface Place {
  /** Decimal. */
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  /** Whether the event is part of this subject's export, i.e. the subject is the first one of the event. */
  readonly owned: boolean;
}

interface TimelineDocument extends Document {
  /** For example `account:RA12345678`; see `Subject`. */
  readonly subject: string;
  /** Number of the stretch, zero-padded so that it sorts as text. */
  readonly stretch: string;
  /** In log order. */
  readonly places: readonly Place[];
}

/** Index by subject and stretch. */
export const TIMELINE_OF_SUBJECT = 'subject';

/** Number of the stretch that contains a position, zero-padded. */
export function stretchOf(position: bigint): string {
  return String(position >> STRETCH_BITS).padStart(DIGITS, '0');
}

/** The subjects an event belongs to; empty for events of the service itself. */
export function subjectsOf(
  events: EventRegistry,
  { type, data, stream }: Pick<Recorded, 'type' | 'data' | 'stream'>,
): readonly string[] {
  const subjects = events.definition(type)?.history.subjects;
  return subjects ? [...new Set(subjects(data as EventData, stream))] : [];
}

/** Read model `audit.timeline`, one document per subject and stretch of the log with events of it. */
export const timelineDocuments = {
  name: 'audit.timeline',
} as ReadModelDefinition<TimelineDocument>;

/** The projection of {@link timelineDocuments}, of all events that belong to somebody. */
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

/** Where an event of an item for attention is in the log, and what the item was about at that time. */
interface ItemPlace extends Omit<Place, 'owned'> {
  readonly subject: string;
}

interface ItemPlacesDocument extends Document {
  /** What the item is about; null: nothing with a history. */
  readonly about: string | null;
  readonly subjects: readonly string[];
  /** In log order. */
  readonly places: readonly ItemPlace[];
}

/** Index by subjects. */
export const ITEMS_ABOUT = 'subjects';

/**
 * Read model `audit.itemPlaces`, one document per item for attention. Only the events that create an item or change its subject say
 * what it is about; for the other ones the document remembers it.
 */
export const itemPlacesDocuments = {
  name: 'audit.itemPlaces',
} as ReadModelDefinition<ItemPlacesDocument>;

/** The projection of {@link itemPlacesDocuments}, of all events whose declaration says what they concern. */
export function itemPlaces(events: EventRegistry): Projection<ItemPlacesDocument> {
  return {
    name: itemPlacesDocuments.name,
    version: 1,
    indexes: [{ name: ITEMS_ABOUT, fields: ['subjects'] }],
    events: events.all().flatMap(({ type, definition }) => (definition.concerns ? [type] : [])),
    impersonal: true,
    documents: ({ data }) => [textOf(data as EventData, 'id')],
    fold: (before, { type, data, stream, revision, position }) => {
      const concerned = events.definition(type)?.concerns?.(data as EventData);
      const about = concerned === undefined ? (before?.about ?? null) : concerned;
      const { subjects = [], places = [] } = before ?? {};
      if (about === null) return { about, subjects, places };
      return {
        about,
        subjects: [...new Set([...subjects, about])],
        places: [...places, { subject: about, position: position.toString(), stream, revision }],
      };
    },
  };
}

/** The places of an item about one of some subjects. They are not `owned`, because an item belongs to its member. */
export function placesAbout(
  { places }: ItemPlacesDocument,
  subjects: ReadonlySet<string>,
): readonly Place[] {
  return places
    .filter(({ subject }) => subjects.has(subject))
    .map((place) => ({ ...omit(place, 'subject'), owned: false }));
}
