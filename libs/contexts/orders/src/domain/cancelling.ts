import {
  type Decision,
  type DecisionContext,
  FieldCode,
  notFound,
  refuse,
} from '#libs/platform/kernel';
import { Findings } from './findings.js';
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
 * The client's cancellation (decisions §9): of an open order, what is already filled stays filled. Cancelling a cancelled
 * order again changes nothing.
 */
export function cancel(
  command: CancelOrder,
  order: OrderAsKnown,
  { now }: DecisionContext,
): Decision<OrderEvent> {
  if (!isAt(order, command)) return notFound();
  const { input, folioOrderOid, accountNumber, folioNumber } = command;
  const findings = new Findings(command.problems);
  findings.matches('accountNumber', input.accountNumber, accountNumber);
  findings.matches('folioNumber', input.folioNumber, folioNumber);
  findings.matches('folioOrderOid', input.folioOrderOid, folioOrderOid);
  if (findings.required('state', input.state) && input.state !== 'C') {
    findings.field('state', FieldCode.Choice, 'C cancels; nothing else can be asked.');
  }
  if (!isOpen(order.state) && order.state !== 'C') {
    findings.rule(OrderRule.NotOpen, `The order is in state ${order.state}.`, 'state');
  }
  if (findings.problems.length > 0) return refuse(...findings.problems);
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
