import { type OrderState, OrderStates, type OrderType } from '#libs/platform/kernel';

/** orderSubType (own): what the prices of the security orders make of an order. */
export const OrderSubTypes = { M: 'Market', L: 'Limit', S: 'Stop', X: 'Stop-limit' } as const;
export type OrderSubType = keyof typeof OrderSubTypes;

/** creationMethod (own). */
export const CreationMethods = {
  A: 'Through the interface',
  B: 'By the back office',
  P: 'For an accepted private placement subscription',
} as const;
export type CreationMethod = keyof typeof CreationMethods;

/** stateReasonCode of an order that the client cancelled ([order.state]). */
export const CANCELLED_BY_USER = '201';

const NEXT: Readonly<Record<OrderState, readonly OrderState[]>> = {
  O: ['P', 'F', 'C', 'R', 'E'],
  P: ['F', 'C', 'R', 'E'],
  F: [],
  C: [],
  R: [],
  E: [],
};

/** Whether an order, or a security order, may go from one state to another; staying is allowed always. */
export function mayBecome(from: OrderState, to: OrderState): boolean {
  return from === to || NEXT[from].includes(to);
}

/** Open and partly filled orders still work ([order.state]). */
export function isOpen(state: OrderState): boolean {
  return OrderStates[state].open;
}

/** Types that are carried out at a window's prices, not at the market's. */
export function usesWindow(orderType: OrderType): boolean {
  return orderType === 'W' || orderType === 'A';
}
