import {
  type Decision,
  type DecisionContext,
  FieldCode,
  InputReader,
  notFound,
  refuse,
} from '#libs/platform/kernel';
import { CANCELLED_BY_USER, isOpen, OrderRule } from './order-codes.js';
import type { CancelOrder } from './order.commands.js';
import type { Order, OrderEvent, SecurityOrder } from './order.events.js';
import type { OrderAsKnown } from './order.state.js';

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
export function cancel(
  command: CancelOrder,
  order: OrderAsKnown,
  { now }: DecisionContext,
): Decision<OrderEvent> {
  if (!isAt(order, command)) return notFound();
  const { input, folioOrderOid, accountNumber, folioNumber } = command;
  const reader = new InputReader(command.problems);
  reader.matches('accountNumber', input.accountNumber, accountNumber);
  reader.matches('folioNumber', input.folioNumber, folioNumber);
  reader.matches('folioOrderOid', input.folioOrderOid, folioOrderOid);
  if (reader.present('state', input.state) && input.state !== 'C') {
    reader.problem('state', FieldCode.Choice, 'C cancels; nothing else can be asked.');
  }
  if (!isOpen(order.state) && order.state !== 'C') {
    reader.rule(OrderRule.NotOpen, `The order is in state ${order.state}.`, 'state');
  }
  if (reader.problems.length > 0) return refuse(...reader.problems);
  if (order.state === 'C') return [];
  const cancelled = {
    state: 'C',
    stateReasonCode: CANCELLED_BY_USER,
    modificationTimestamp: now,
  } as const;
  const securityOrders = order.securityOrders.map((one): SecurityOrder =>
    isOpen(one.state) ? { ...one, ...cancelled } : one,
  );
  const changes = { ...cancelled, securityOrders };
  return [{ type: 'order.OrderCancelled', data: { folioOrderOid, accountNumber, changes } }];
}
