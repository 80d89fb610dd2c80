import { Decimal, decimalOf } from '#libs/platform/kernel';
import { type OrderState, OrderStates, type Side } from '#libs/contexts/codes';

/** Price per share if neither the caller nor the order names one. */
const USUAL_PRICE = '100.00';

const DOLLAR_DECIMALS = 4;

const SHARE_DECIMALS = 4;

interface SecurityOrder {
  readonly securityOrderOid: string;
  readonly ticker: string | null;
  readonly side: Side;
  readonly state: OrderState;
  readonly requestedDollarAmount: string | null;
  readonly requestedShareAmount: string | null;
  readonly estimatedDollarAmount: string | null;
  readonly limitPrice: string | null;
}

interface Order {
  readonly securityOrders: readonly SecurityOrder[];
}

interface Position {
  readonly ticker: string;
  readonly shareQuantity: string;
}

interface Filled {
  readonly securityOrderOid: string;
  readonly state: 'F';
  readonly filledDollarAmount: string;
  readonly filledShareAmount: string;
  readonly filledPrice: string;
}

/**
 * The report that fills everything open in an order: the requested shares, or shares for the requested dollars, at the given price
 * for the ticker, otherwise at the limit, otherwise at {@link USUAL_PRICE}.
 */
export function fillOf(
  { securityOrders }: Order,
  prices: ReadonlyMap<string, string>,
): { readonly state: 'F'; readonly securityOrders?: readonly Filled[] } {
  const open = securityOrders.filter(({ state }) => OrderStates[state].open);
  if (open.length === 0) return { state: 'F' };
  return { state: 'F', securityOrders: open.map((one) => filled(one, prices)) };
}

function filled(one: SecurityOrder, prices: ReadonlyMap<string, string>): Filled {
  const price = decimalOf(prices.get(one.ticker ?? '') ?? one.limitPrice ?? USUAL_PRICE);
  const { requestedShareAmount: shares, requestedDollarAmount, estimatedDollarAmount } = one;
  const dollars = decimalOf(requestedDollarAmount ?? estimatedDollarAmount ?? '0');
  const bought = shares === null ? dollars.div(price) : decimalOf(shares);
  return {
    securityOrderOid: one.securityOrderOid,
    state: 'F',
    filledDollarAmount: (shares === null ? dollars : bought.times(price))
      .toDecimalPlaces(DOLLAR_DECIMALS)
      .toFixed(),
    filledShareAmount: bought.toDecimalPlaces(SHARE_DECIMALS, Decimal.ROUND_DOWN).toFixed(),
    filledPrice: price.toFixed(),
  };
}

/** The positions of a folio after the fills. Positions that drop to zero or below disappear. */
export function positionsAfter(
  positions: readonly Position[],
  { securityOrders }: Order,
  fills: readonly Filled[] = [],
): readonly Position[] {
  const shares = new Map(
    positions.map(({ ticker, shareQuantity }) => [ticker, decimalOf(shareQuantity)]),
  );
  for (const { securityOrderOid, filledShareAmount } of fills) {
    const one = securityOrders.find((each) => each.securityOrderOid === securityOrderOid);
    const ticker = one?.ticker ?? undefined;
    if (!one || ticker === undefined) continue;
    const before = shares.get(ticker) ?? new Decimal(0);
    const change = decimalOf(filledShareAmount);
    shares.set(ticker, one.side === '1' ? before.plus(change) : before.minus(change));
  }
  return [...shares].flatMap(([ticker, quantity]) =>
    quantity.greaterThan(0) ? [{ ticker, shareQuantity: quantity.toFixed() }] : [],
  );
}
