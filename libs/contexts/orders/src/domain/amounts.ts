import { Money, Quantity, type Side } from '#libs/platform/kernel';
import type { SecurityOrder } from './order.events.js';

/** Nothing, in dollars. */
export const NO_DOLLARS = '0.00';

/** What is known of the outcome of a security order before it is filled. */
export type Estimate = Pick<
  SecurityOrder,
  'estimatedDollarAmount' | 'estimatedShareAmount' | 'estimatedPrice'
>;

/** Shares at a limit price may not be worth more: the totals of an order stay decimal strings of the wire. */
const MOST_DOLLARS = Money.of('1000000000000');

/** Dollars of shares at their limit price; null when one of the two is not known, or the result is beyond all sense. */
export function worth(
  order: Pick<SecurityOrder, 'requestedShareAmount' | 'limitPrice'>,
): string | null {
  const { requestedShareAmount, limitPrice } = order;
  if (limitPrice === null || requestedShareAmount === null) return null;
  const amount = Money.of(limitPrice).times(Quantity.of(requestedShareAmount)).rounded();
  return amount.lessThan(MOST_DOLLARS) ? amount.toString() : null;
}

/**
 * Estimates that follow from the request alone; no quote is asked. The limit price is the estimated price, and dollars of
 * shares are known with it.
 */
export function estimate(
  order: Pick<SecurityOrder, 'requestedDollarAmount' | 'requestedShareAmount' | 'limitPrice'>,
): Estimate {
  const { requestedDollarAmount, requestedShareAmount, limitPrice } = order;
  return {
    estimatedDollarAmount: requestedDollarAmount ?? worth(order),
    estimatedShareAmount: requestedShareAmount,
    estimatedPrice: limitPrice,
  };
}

/** Dollars of one side of an order: nothing when it has no such side, null as long as one of its parts is unknown. */
export function total(
  orders: readonly SecurityOrder[],
  side: Side,
  amount: 'requestedDollarAmount' | 'estimatedDollarAmount' | 'filledDollarAmount',
): string | null {
  const amounts = orders.filter((order) => order.side === side).map((order) => order[amount]);
  const known = amounts.filter((text) => text !== null);
  if (known.length < amounts.length) return null;
  return Money.sum(known.map((text) => Money.of(text))).toString();
}

/** Some of the costs of all security orders of an order, in dollars. */
export function totalOf(
  orders: readonly SecurityOrder[],
  parts: readonly ('commission' | 'secFee' | 'tradeFee')[],
): string {
  const amounts = orders.flatMap((order) => parts.map((part) => order[part]));
  return Money.sum(amounts.map((text) => Money.of(text))).toString();
}
