import type { IfaStatus } from '#libs/platform/kernel';
import type {
  ItemContent,
  ItemEvent,
  ItemHandling,
  ItemOwner,
  ItemRaised,
  ItemRecorded,
} from './item.events.js';

/** An item in its current state. */
export interface Item extends ItemOwner, ItemContent, ItemHandling {}

/** State of a stream, with what is needed to recognize a repeated command. Undefined before the first event. */
export type ItemState =
  | {
      readonly item: Item;
      /** As the service raised it. */
      readonly raised?: Item;
      /** As the back office last sent it. */
      readonly recorded?: Item;
    }
  | undefined;

/** Whether the status is final: every status except I and V. */
export function isFinal(status: IfaStatus): boolean {
  return status !== 'I' && status !== 'V';
}

/** Whether the document must still be viewed before a response; an item at V counts as viewed even without a time. */
export function awaitsView(item: Pick<Item, 'forceView' | 'ifaStatus' | 'viewDateTime'>): boolean {
  return item.forceView && item.ifaStatus === 'I' && item.viewDateTime === null;
}

/** The handling of a new item. */
export function unhandled(content: ItemContent): ItemHandling {
  return {
    ifaStatus: 'I',
    viewsRemaining: content.numberOfViews,
    actorOid: null,
    actionDateTime: null,
    viewDateTime: null,
  };
}

/** Defaults of fields that are missing, despite their types, once the member's key has been destroyed. */
export const UNREADABLE = {
  priority: null,
  readDocumentKey: null,
  writeDocumentKey: null,
  readDocumentPath: null,
  writeDocumentPath: null,
};

/** The item from an event that carries all of it. */
export function completeItem({ type, data }: ItemRaised | ItemRecorded): Item {
  return type === 'attention.ItemRaised'
    ? { ...data, ...unhandled(data) }
    : { ...UNREADABLE, ...data };
}

/** The item after one event; shared by state and document. */
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

/** Folds one event in. */
export function evolve(state: ItemState, event: ItemEvent): ItemState {
  switch (event.type) {
    case 'attention.ItemRaised': {
      const item = completeItem(event);
      return { ...state, item, raised: item };
    }
    case 'attention.ItemRecorded': {
      const item = completeItem(event);
      return { ...state, item, recorded: item };
    }
    default:
      return state && { ...state, item: evolveItem(state.item, event) };
  }
}
