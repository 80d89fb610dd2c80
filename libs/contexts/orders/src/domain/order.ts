import { decideBy, type Decider, notFound, pathMismatches, refuse } from '#libs/platform/kernel';
import type { CancelOrder, OrderCommand } from './order.commands.js';
import { isAt, type KnownOrder, type OrderEvent, type OrderRule } from './order.events.js';
import { place } from './placing.js';
import { record } from './recording.js';
import { CANCELLED_BY_USER, isOpen } from './order-codes.js';
import { orderRules } from './order-rules.js';

/** Applies one event. Shared by state and documents, so the two can't disagree. */
export function evolveOrder(order: KnownOrder, event: OrderEvent): KnownOrder {
  if (event.type === 'order.OrderPlaced' || event.type === 'order.OrderRecorded') return event.data;
  return order && { ...order, ...event.data.changes };
}

/** A client cancels an open order; fills remain ([order.placing]). Cancelling it again changes nothing. */
const cancel: OrderRule<CancelOrder> = (command, order, { now }) => {
  if (!isAt(order, command)) return notFound();
  const { input, folioOrderOid, accountNumber, folioNumber } = command;
  const problems = pathMismatches({ accountNumber, folioNumber, folioOrderOid }, input);
  if (!isOpen(order.state) && order.state !== 'C') {
    const message = `The order is in state ${order.state}.`;
    problems.push(orderRules.broken('order.not.open.rule', message, 'state'));
  }
  if (problems.length > 0) return refuse(...problems);
  if (order.state === 'C') return [];
  const reason = { stateReasonCode: CANCELLED_BY_USER, modificationTimestamp: now };
  const cancelled = { state: 'C', ...reason } as const;
  const securityOrders = order.securityOrders.map((one) =>
    isOpen(one.state) ? { ...one, ...cancelled } : one,
  );
  const changes = { ...cancelled, securityOrders };
  return [{ type: 'order.OrderCancelled', data: { folioOrderOid, accountNumber, changes } }];
};

/** Decider of a folio order, stream `folioOrder-{folioOrderOid}` ([order.placing], [order.state]). */
export const folioOrder: Decider<KnownOrder, OrderCommand, OrderEvent> = {
  category: 'folioOrder',
  initial: undefined,
  evolve: evolveOrder,

  decide: decideBy({ PlaceOrder: place, CancelOrder: cancel, RecordOrder: record }),
};
