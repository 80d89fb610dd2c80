import { equalJson, Quantity } from '#libs/platform/kernel';
import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import { EVENT_OF_STATE, isOpen } from './order-state.js';
import type { KnownOrder, Order, OrderEvent } from './order.events.js';
import { evolveOrder, folioOrder } from './order.js';

/** An order with the fields its lists are sorted by. */
export type OrderDocument = Readonly<
  Order & {
    /**
     * Sort key of a member's orders: `modificationTimestamp`, with the prefix `open:` while open. Open orders sort last, so one
     * range covers them and recently closed ones.
     */
    listing: string;
    /** Position in the log of its last fill; absent while nothing is filled. */
    filledAt?: string;
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
  version: 2,
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
    if (!order) return undefined;
    const filled = equalJson(fillsOf(document), fillsOf(order))
      ? {}
      : { filledAt: event.position.toString() };
    return { ...order, ...filled, listing: listingOf(order), revision: event.revision };
  },
};

/** The shares filled, of each security order that has any. */
function fillsOf(order: KnownOrder): readonly string[] {
  const amounts = order?.securityOrders.map((one) => one.filledShareAmount) ?? [];
  return amounts.filter((amount) => !Quantity.of(amount).isZero());
}

function listingOf({ state, modificationTimestamp }: Order): string {
  return isOpen(state) ? FROM_OPEN + modificationTimestamp : modificationTimestamp;
}
