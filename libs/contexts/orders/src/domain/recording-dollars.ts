import { NO_DOLLARS, total, totalOf } from './amounts.js';
import type { KeptReport } from './order.commands.js';
import type { OrderDollars, SecurityOrder } from './order.events.js';
import type { OrderAsKnown } from './order.state.js';
import { firstOf } from './told.js';

const SIDES = { Buy: '1', Sell: '2' } as const;

/** Dollars of an order after a report: as sent, else added up from its security orders, else as known. */
export function dollarsTold(
  input: KeptReport,
  order: OrderAsKnown,
  securityOrders: readonly SecurityOrder[],
): OrderDollars {
  const reports = input.securityOrders ?? [];
  /** Of one side; added up when security orders were sent. What they have filled can't be emptied here. */
  const sum = (
    key: 'requested' | 'estimated' | 'filled',
    side: keyof typeof SIDES,
  ): string | null => {
    const field = `${key}${side}DollarAmount` as const;
    const added = total(securityOrders, SIDES[side], `${key}DollarAmount`);
    if (input[field] === null) return key === 'filled' && securityOrders.length > 0 ? added : null;
    return firstOf(input[field], reports.length > 0 ? added : null, order?.[field]);
  };
  /** Costs of all security orders; added up when those of any were sent. */
  const costs = (
    field: 'totalCommission' | 'totalFee',
    parts: readonly ('commission' | 'secFee' | 'tradeFee')[],
  ): string => {
    const told = reports.some((one) => parts.some((part) => typeof one[part] === 'string'));
    const added = told ? totalOf(securityOrders, parts) : null;
    return input[field] ?? added ?? order?.[field] ?? NO_DOLLARS;
  };
  return {
    requestedBuyDollarAmount: sum('requested', 'Buy'),
    requestedSellDollarAmount: sum('requested', 'Sell'),
    estimatedBuyDollarAmount: sum('estimated', 'Buy'),
    estimatedSellDollarAmount: sum('estimated', 'Sell'),
    filledBuyDollarAmount: sum('filled', 'Buy'),
    filledSellDollarAmount: sum('filled', 'Sell'),
    commission: input.commission ?? order?.commission ?? NO_DOLLARS,
    totalCommission: costs('totalCommission', ['commission']),
    totalFee: costs('totalFee', ['secFee', 'tradeFee']),
  };
}
