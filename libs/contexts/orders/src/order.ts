import {
  decideBy,
  type Decider,
  notFound,
  pathMismatches,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  CANCELLED_BY_USER,
  type CancelOrder,
  correctsFills,
  EVENT_OF_STATE,
  isAt,
  isOpen,
  NO_DOLLARS,
  NO_LONGER_ALLOWED,
  type OrderCommand,
  orderRules,
  type RejectOrder,
  type RestoreOrder,
  total,
  UNTOUCHED,
} from './order-state.js';
import type { KnownOrder, Order, OrderContent, OrderEvent, OrderRule } from './order.events.js';
import { place } from './placing.js';
import { record } from './recording.js';

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
  return order.state === 'C' ? [] : [ended(order, 'C', CANCELLED_BY_USER, now)];
};

const reject: OrderRule<RejectOrder> = ({ reported }, order, { now }) => {
  if (order === undefined || !(isOpen(order.state) || order.state === reported)) return [];
  const [known, unfilled] = reported ? withoutFills(order) : [order, {}];
  return [ended(known, 'R', NO_LONGER_ALLOWED, now, unfilled)];
};

const restore: OrderRule<RestoreOrder> = ({ changes }, order) => {
  // a later report may have taken the shares back by itself
  if (order === undefined || !correctsFills({ ...order, ...changes }, order)) return [];
  const { folioOrderOid, accountNumber } = order;
  return [{ type: EVENT_OF_STATE.O, data: { folioOrderOid, accountNumber, changes } }];
};

/** The order before anything was filled, and what that changes beside its security orders. */
function withoutFills(order: Order): readonly [Order, Partial<OrderContent>] {
  const securityOrders = order.securityOrders.map((one) => ({ ...one, ...UNTOUCHED }));
  const unfilled = {
    executionDate: null,
    filledBuyDollarAmount: total(securityOrders, '1', 'filledDollarAmount'),
    filledSellDollarAmount: total(securityOrders, '2', 'filledDollarAmount'),
    commission: NO_DOLLARS,
    totalCommission: NO_DOLLARS,
    totalFee: NO_DOLLARS,
  };
  return [{ ...order, securityOrders }, unfilled];
}

/** Ends an order and its open security orders; fills remain. */
function ended(
  { folioOrderOid, accountNumber, securityOrders: known }: Order,
  state: 'C' | 'R',
  stateReasonCode: string,
  modificationTimestamp: Timestamp,
  also: Partial<OrderContent> = {},
): OrderEvent {
  const end = { state, stateReasonCode, modificationTimestamp };
  const securityOrders = known.map((one) => (isOpen(one.state) ? { ...one, ...end } : one));
  const data = { folioOrderOid, accountNumber, changes: { ...also, ...end, securityOrders } };
  return { type: EVENT_OF_STATE[state], data };
}

/** Decider of a folio order, stream `folioOrder-{folioOrderOid}` ([order.placing], [order.state]). */
export const folioOrder: Decider<KnownOrder, OrderCommand, OrderEvent> = {
  category: 'folioOrder',
  initial: undefined,
  evolve: evolveOrder,

  decide: decideBy({
    PlaceOrder: place,
    CancelOrder: cancel,
    RecordOrder: record,
    RejectOrder: reject,
    RestoreOrder: restore,
  }),
};
