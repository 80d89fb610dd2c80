import type { Order, OrderChanged, OrderEvent } from './order.events.js';

/** State of `folioOrder-{folioOrderOid}`; undefined before the order is there. */
export type OrderAsKnown = Order | undefined;

/** An order after one change. Shared by the decider and the documents, so that the two can't disagree. */
export function changedOrder<O extends Order>(order: O, event: OrderChanged): O {
  return { ...order, ...event.data.changes };
}

/** The order after one event. */
export function evolve(order: OrderAsKnown, event: OrderEvent): OrderAsKnown {
  switch (event.type) {
    case 'order.OrderPlaced':
    case 'order.OrderRecorded':
      return event.data;
    default:
      return order && changedOrder(order, event);
  }
}
