import { Money, Quantity, type Side } from '#libs/platform/kernel';
import type { SecurityOrder } from './order.events.js';

export const NO_DOLLARS = '0.00';

/** Limit on shares times price, so that the totals of an order still fit decimal strings on the wire. */
const MAX_DOLLARS = Money.of('1000000000000');

/** Dollars of shares at their limit price. Null if one of them is unknown or the result exceeds the limit. */
export function worth(
  order: Pick<SecurityOrder, 'requestedShareAmount' | 'limitPrice'>,
): string | null {
  const { requestedShareAmount, limitPrice } = order;
  if (limitPrice === null || requestedShareAmount === null) return null;
  const amount = Money.of(limitPrice).times(Quantity.of(requestedShareAmount)).rounded();
  return amount.lessThan(MAX_DOLLARS) ? amount.toString() : null;
}

/** Estimates from the request alone; no quote is fetched. */
export function estimate(
  order: Pick<SecurityOrder, 'requestedDollarAmount' | 'requestedShareAmount' | 'limitPrice'>,
): Pick<SecurityOrder, `estimated${'DollarAmount' | 'ShareAmount' | 'Price'}`> {
  const { requestedDollarAmount, requestedShareAmount, limitPrice } = order;
  return {
    estimatedDollarAmount: requestedDollarAmount ?? worth(order),
    estimatedShareAmount: requestedShareAmount,
    estimatedPrice: limitPrice,
  };
}

/** Dollars of one side of an order: zero if it has no such side, null while any part is unknown. */
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

/** Sums the given costs of all security orders, in dollars. */
export function totalOf(
  orders: readonly SecurityOrder[],
  parts: readonly ('commission' | 'secFee' | 'tradeFee')[],
): string {
  const amounts = orders.flatMap((order) => parts.map((part) => order[part]));
  return Money.sum(amounts.map((text) => Money.of(text))).toString();
}
