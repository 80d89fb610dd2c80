import type { RecordedOf } from '#libs/platform/kernel';
import { ownStream, type Projection } from '#libs/platform/read-models';
import { folioOrder } from '../domain/order.js';
import { isOpen } from '../domain/order-codes.js';
import type { Order, OrderEvent } from '../domain/order.events.js';
import { changedOrder } from '../domain/order.state.js';

/** One order with what its lists are made by. */
export type OrderDocument = { readonly [Key in keyof Fields]: Fields[Key] };

interface Fields extends Order {
  /**
   * Place in the list of a member's orders: `modificationTimestamp` of a closed order, and behind all of those `open:` with
   * it for an open one. So one range holds the open orders and the closed ones that are young enough.
   */
  readonly listing: string;
  /** Revision of the stream: the entity tag. */
  readonly revision: number;
}

const OPEN = 'open:';

/** Where the open orders begin in {@link Fields.listing}. */
export const FROM_OPEN = OPEN;

/** Indexes of the orders by name. */
export const OrderIndex = {
  /** accountNumber, folioNumber, creationDate, folioOrderOid. */
  Folio: 'folio',
  /** firmId, login id of an owner, listing, folioOrderOid. */
  Owner: 'owner',
} as const;

/** Read model `orders.order`, one document per `folioOrderOid`. */
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
  events: [
    'order.OrderPlaced',
    'order.OrderRecorded',
    'order.OrderAmended',
    'order.OrderPartlyFilled',
    'order.OrderFilled',
    'order.OrderCancelled',
    'order.OrderRejected',
    'order.OrderExpired',
  ],
  documents: (event) => [event.data.folioOrderOid],
  history: {
    streams: ownStream(folioOrder),
    fixed: { [OrderIndex.Folio]: 2, [OrderIndex.Owner]: 2 },
  },
  fold,
};

function fold(
  document: OrderDocument | undefined,
  event: RecordedOf<OrderEvent>,
): OrderDocument | undefined {
  const { revision } = event;
  switch (event.type) {
    case 'order.OrderPlaced':
    case 'order.OrderRecorded':
      return { ...event.data, listing: listingOf(event.data), revision };
    default: {
      if (document === undefined) return undefined;
      const order = changedOrder(document, event);
      return { ...order, listing: listingOf(order), revision };
    }
  }
}

function listingOf({ state, modificationTimestamp }: Order): string {
  return isOpen(state) ? OPEN + modificationTimestamp : modificationTimestamp;
}
