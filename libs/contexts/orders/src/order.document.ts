import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import { EVENT_OF_STATE, isOpen } from './order-state.js';
import type { Order, OrderEvent } from './order.events.js';
import { evolveOrder, folioOrder } from './order.js';

/** An order with the fields its lists are sorted by. */
export type OrderDocument = Readonly<
  Order & {
    /**
     * Sort key of a member's orders: `modificationTimestamp`, with the prefix `open:` while open. Open orders sort last, so one
     * range covers them and recently closed ones.
     */
    listing: string;
    /** Stream revision: the entity tag. */
    revision: number;
  }
>;

/** Start of the open orders in `listing`. */
export const FROM_OPEN = 'open:';

export const OrderIndex = { Folio: 'folio', Owner: 'owner' } as const;

/** Read model `orders.order`: one document per `folioOrderOid`. */
export const orderDocuments: Projection<OrderDocument, OrderEvent> = {
  name: 'orders.order',
  version: 1,
  indexes: [
    {
      name: OrderIndex.Folio,
      fields: ['accountNumber', 'folioNumber', 'creationDate', 'folioOrderOid'],
    },
    { name: OrderIndex.Owner, fields: ['firmId', 'owners', 'listing', 'folioOrderOid'] },
  ],
  events: ['order.OrderPlaced', 'order.OrderRecorded', ...Object.values(EVENT_OF_STATE)],
  documents: (event) => [event.data.folioOrderOid],
  history: {
    streams: streamPerDocument(folioOrder),
    fixed: { [OrderIndex.Folio]: 2, [OrderIndex.Owner]: 2 },
  },

  fold(document, event) {
    const order = evolveOrder(document, event);
    return order && { ...order, listing: listingOf(order), revision: event.revision };
  },
};

function listingOf({ state, modificationTimestamp }: Order): string {
  return isOpen(state) ? FROM_OPEN + modificationTimestamp : modificationTimestamp;
}
