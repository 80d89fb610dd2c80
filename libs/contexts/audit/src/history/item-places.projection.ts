import { type EventData, type EventRegistry, textOf } from '#libs/platform/event-store';
import { omit } from '#libs/platform/kernel';
import type { Document, Projection, ReadModelDefinition } from '#libs/platform/read-models';
import type { Place } from './timeline.projection.js';

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
