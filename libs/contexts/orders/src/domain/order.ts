import { type Decider, decideBy } from '#libs/platform/kernel';
import { cancel } from './cancelling.js';
import type { OrderCommand } from './order.commands.js';
import type { OrderAsKnown, OrderEvent } from './order.events.js';
import { place } from './placing.js';
import { record } from './recording.js';

/** The order after an event. Shared by state and document, so that the two can't disagree. */
export function evolveOrder(order: OrderAsKnown, event: OrderEvent): OrderAsKnown {
  if (event.type === 'order.OrderPlaced' || event.type === 'order.OrderRecorded') return event.data;
  return order && { ...order, ...event.data.changes };
}

/** One folio order, stream `folioOrder-{folioOrderOid}` ([order.placing], [order.state]). */
export const folioOrder: Decider<OrderAsKnown, OrderCommand, OrderEvent> = {
  category: 'folioOrder',
  initial: undefined,
  evolve: evolveOrder,

  decide: decideBy({ PlaceOrder: place, CancelOrder: cancel, RecordOrder: record }),
};
