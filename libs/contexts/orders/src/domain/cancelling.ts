import { notFound, pathMismatches, refuse } from '#libs/platform/kernel';
import { CANCELLED_BY_USER, isOpen } from './order-codes.js';
import { orderRules } from './order-rules.js';
import type { CancelOrder } from './order.commands.js';
import type { Order, OrderAsKnown, OrderRule } from './order.events.js';

/** Whether an order is the one of a path: another account's or folio's is not there. */
export function isAt(
  order: OrderAsKnown,
  path: { readonly accountNumber: string; readonly folioNumber: string },
): order is Order {
  return order?.accountNumber === path.accountNumber && order.folioNumber === path.folioNumber;
}

/**
 * The client's cancellation ([order.placing]): of an open order, what is already filled stays filled. Cancelling a cancelled
 * order again changes nothing.
 */
export const cancel: OrderRule<CancelOrder> = (command, order, { now }) => {
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
