import { type EventData, type EventRegistry, textOf } from '#libs/platform/event-store';
import { omit } from '#libs/platform/kernel';
import type { Document, Projection, ReadModelDefinition } from '#libs/platform/read-models';
import type { Place } from './timeline.projection.js';

/** Where one event of an item for attention stands, and what the item was about when it happened. */
interface ItemPlace extends Omit<Place, 'owned'> {
  readonly subject: string;
}

interface ItemPlacesDocument extends Document {
  /** What the item is about; null: nothing that has a history. */
  readonly about: string | null;
  /** What its places are about, each once. */
  readonly subjects: readonly string[];
  /** In the order of the log. */
  readonly places: readonly ItemPlace[];
}

/** subjects. */
export const ITEMS_ABOUT = 'subjects';

/**
 * Read model `audit.itemPlaces`, one document for each item for attention. Only the events that give an item say what it is about, so
 * which history its other events belong to is known from those before.
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
      const said = events.definition(type)?.concerns?.(data as EventData);
      const about = said === undefined ? (before?.about ?? null) : said;
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

/** The places of an item that are about one of some subjects. An item is in the export of its member. */
export function placesAbout(
  { places }: ItemPlacesDocument,
  subjects: ReadonlySet<string>,
): readonly Place[] {
  return places
    .filter(({ subject }) => subjects.has(subject))
    .map((place) => ({ ...omit(place, 'subject'), owned: false }));
}
