import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import { type ItemEvent, itemEvents } from './item.events.js';
import { completeItem, evolveItem, type Item, itemForAttention } from './item.js';

/** One item. Timestamps are ISO-8601 UTC. */
export type ItemDocument = Readonly<
  Item & {
    /** Revision of the stream, for the entity tag. */
    revision: number;
    /** Whether texts from the back office have been erased with the member. */
    erased?: true;
  }
>;

/** Index of the items of a member: loginId, id. */
export const ITEMS_OF_MEMBER = 'member';

/** Read model `attention.item`, one document per item id. */
export const itemDocuments: Projection<ItemDocument, ItemEvent> = {
  name: 'attention.item',
  version: 2,
  indexes: [{ name: ITEMS_OF_MEMBER, fields: ['loginId', 'id'] }],
  events: Object.keys(itemEvents) as ItemEvent['type'][],
  documents: (event) => [event.data.id],
  history: { streams: streamPerDocument(itemForAttention), fixed: { [ITEMS_OF_MEMBER]: 2 } },

  fold(document, event) {
    const { revision } = event;
    switch (event.type) {
      case 'attention.ItemRaised':
      case 'attention.ItemRecorded':
        return { ...completeItem(event), revision, ...(event.erased && { erased: event.erased }) };
      default:
        return document && { ...evolveItem(document, event), revision };
    }
  },
};
