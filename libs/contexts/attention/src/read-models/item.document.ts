import { wireTimestamp } from '#libs/platform/kernel';
import type { Form } from '#libs/platform/http';
import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import { itemForAttention } from '../domain/item.js';
import type { ItemEvent } from '../domain/item.events.js';
import { completeItem, evolveItem, type Item } from '../domain/item.state.js';
import type { ItemResponse } from '../http/item.dto.js';
import { itemEvents } from '../item.registry.js';

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

/** The form of a response: `erased` if it had texts from the back office that have been erased. */
export function formOfItem({ erased }: ItemDocument): Form | undefined {
  return erased && 'erased';
}

/** The item as GET returns it. */
export function toItemResponse(item: ItemDocument): ItemResponse {
  return {
    id: item.id,
    itemForAttentionId: item.id,
    ifaType: item.ifaType,
    itemForAttentionType: item.ifaType,
    ifaStatus: item.ifaStatus,
    itemForAttentionStatus: item.ifaStatus,
    targetOid: item.targetOid,
    targetOidType: item.targetOidType,
    forceResponse: item.forceResponse,
    forceView: item.forceView,
    viewsRemaining: item.viewsRemaining,
    numberOfViews: item.numberOfViews,
    actorOid: item.actorOid,
    actionDateTime: item.actionDateTime && wireTimestamp(item.actionDateTime),
    viewDateTime: item.viewDateTime && wireTimestamp(item.viewDateTime),
    startDate: item.startDate && wireTimestamp(item.startDate),
    expirationDate: item.expirationDate && wireTimestamp(item.expirationDate),
    priority: item.priority,
    readDocumentKey: item.readDocumentKey,
    writeDocumentKey: item.writeDocumentKey,
    readDocumentPath: item.readDocumentPath,
    writeDocumentPath: item.writeDocumentPath,
    memberOid: item.memberOid,
  };
}
