import { type OrderState, OrderStates, type OrderType } from '#libs/platform/kernel';

/** Known codes of orderSubType ([order.codes]). Of an order that a client places, it follows from the prices of the security orders. */
export const OrderSubTypes = { M: 'Market', L: 'Limit', S: 'Stop', X: 'Stop-limit' } as const;
export type OrderSubType = keyof typeof OrderSubTypes;

/** Known codes of creationMethod ([order.codes]). */
export const CreationMethods = {
  A: 'Through the interface',
  B: 'By the back office',
  P: 'For an accepted private placement subscription',
} as const;

/** stateReasonCode of a cancellation by the client ([order.state]). */
export const CANCELLED_BY_USER = '201';

const NEXT: Readonly<Record<OrderState, readonly OrderState[]>> = {
  O: ['P', 'F', 'C', 'R', 'E'],
  P: ['F', 'C', 'R', 'E'],
  F: [],
  C: [],
  R: [],
  E: [],
};

/** stateReasonCode of an order that was rejected because its account or folio no longer allowed it (own rule). */
export const NO_LONGER_ALLOWED = '202';

/** Whether an order or security order may change from one state to another, or stay. */
export function mayBecome(from: OrderState, to: OrderState): boolean {
  return from === to || NEXT[from].includes(to);
}

/** Open and partly filled orders are still working ([order.state]). */
export function isOpen(state: OrderState): boolean {
  return OrderStates[state].open;
}

/** Types that execute at the price of a trading window. */
export function usesWindow(orderType: OrderType): boolean {
  return orderType === 'W' || orderType === 'A';
}
