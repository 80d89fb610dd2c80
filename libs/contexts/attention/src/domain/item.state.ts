import type { IfaStatus } from '#libs/platform/kernel';
import type {
  ItemContent,
  ItemEvent,
  ItemHandling,
  ItemOwner,
  ItemRaised,
  ItemRecorded,
} from './item.events.js';

/** An item as it stands. */
export interface Item extends ItemOwner, ItemContent, ItemHandling {}

/** Item of a stream, with what has to be recognised when it is sent again. Undefined before the first event. */
export type ItemState =
  | {
      readonly item: Item;
      /** As the service raised it. */
      readonly raised?: Item;
      /** As the back office last gave it. */
      readonly recorded?: Item;
    }
  | undefined;

/** Whether the item has been answered, by whomever: every status but I and V. */
export function isFinal(status: IfaStatus): boolean {
  return status !== 'I' && status !== 'V';
}

/** Whether the document must be viewed before an answer, and has not been: an item at V has been viewed, whenever that was. */
export function awaitsView(item: Pick<Item, 'forceView' | 'ifaStatus' | 'viewDateTime'>): boolean {
  return item.forceView && item.ifaStatus === 'I' && item.viewDateTime === null;
}

/** How an item starts. */
export function unhandled(content: ItemContent): ItemHandling {
  return {
    ifaStatus: 'I',
    viewsRemaining: content.numberOfViews,
    actorOid: null,
    actionDateTime: null,
    viewDateTime: null,
  };
}

/** What is missing, against its type, once the key of the member has been destroyed. */
export const UNREADABLE = {
  priority: null,
  readDocumentKey: null,
  writeDocumentKey: null,
  readDocumentPath: null,
  writeDocumentPath: null,
};

/** The item after an event that gives the whole of it. */
export function givenItem({ type, data }: ItemRaised | ItemRecorded): Item {
  return type === 'attention.ItemRaised'
    ? { ...data, ...unhandled(data) }
    : { ...UNREADABLE, ...data };
}

/** The item after one event of its life. Shared by state and document, so that the two can't disagree. */
export function evolveItem<I extends ItemHandling & Pick<ItemContent, 'expirationDate'>>(
  item: I,
  event: Exclude<ItemEvent, ItemRaised | ItemRecorded>,
): I {
  switch (event.type) {
    case 'attention.ItemViewed': {
      const { ifaStatus, viewsRemaining, viewDateTime } = event.data;
      return { ...item, ifaStatus, viewsRemaining, viewDateTime };
    }
    case 'attention.ItemAgreed':
    case 'attention.ItemRejected': {
      const { actorOid, actionDateTime } = event.data;
      const ifaStatus = event.type === 'attention.ItemAgreed' ? 'A' : 'R';
      return { ...item, ifaStatus, actorOid, actionDateTime };
    }
    case 'attention.ItemWithdrawn':
      return { ...item, expirationDate: event.data.expirationDate };
  }
}

/** The state after one event. */
export function evolve(state: ItemState, event: ItemEvent): ItemState {
  switch (event.type) {
    case 'attention.ItemRaised': {
      const item = givenItem(event);
      return { ...state, item, raised: item };
    }
    case 'attention.ItemRecorded': {
      const item = givenItem(event);
      return { ...state, item, recorded: item };
    }
    default:
      return state && { ...state, item: evolveItem(state.item, event) };
  }
}
