import { Subject, textOf, type EventData } from '#libs/platform/event-store';
import { isAccountNumber, isOid, omit, type Recorded } from '#libs/platform/kernel';
import type { Document, Projection } from '#libs/platform/read-models';
import type { Place } from './timeline.projection.js';

/** Where one event of an item for attention stands, and what the item was about when it happened. */
export interface ItemPlace extends Omit<Place, 'owned'> {
  readonly subject: string;
}

/** An item that is, or was, about an account or a bank link. */
export interface ItemPlacesDocument extends Document {
  /** What the item is about; null: nothing that has a history. */
  readonly about: string | null;
  /** What its places are about, each once. */
  readonly subjects: readonly string[];
  /** In the order of the log. */
  readonly places: readonly ItemPlace[];
}

/** subjects. */
export const ITEMS_ABOUT = 'subjects';

/** What others say an item is about may be anything. */
function subjectOf(data: EventData): string | null {
  const [target, type] = [textOf(data, 'targetOid'), data['targetOidType']];
  if (type === 'A' && isAccountNumber(target)) return Subject.account(target);
  return type === 'B' && isOid(target) ? Subject.bankLink(target) : null;
}

/**
 * Read model `audit.itemPlaces`, one document for each item for attention. Only the events that give an item say what it is about, so
 * which history its other events belong to is known from those before.
 */
export const itemPlaces: Projection<ItemPlacesDocument> = {
  name: 'audit.itemPlaces',
  version: 1,
  indexes: [{ name: ITEMS_ABOUT, fields: ['subjects'] }],
  events: [
    'attention.ItemRaised',
    'attention.ItemRecorded',
    'attention.ItemViewed',
    'attention.ItemAgreed',
    'attention.ItemRejected',
    'attention.ItemWithdrawn',
  ],
  impersonal: true,
  documents: ({ data }) => [textOf(data as EventData, 'id')],
  fold,
};

function fold(before: ItemPlacesDocument | undefined, event: Recorded): ItemPlacesDocument {
  const data = event.data as EventData;
  const about = 'targetOid' in data ? subjectOf(data) : (before?.about ?? null);
  const { subjects = [], places = [] } = before ?? {};
  if (about === null) return { about, subjects, places };
  const { stream, revision } = event;
  return {
    about,
    subjects: [...new Set([...subjects, about])],
    places: [...places, { subject: about, position: event.position.toString(), stream, revision }],
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
