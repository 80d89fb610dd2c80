import { NO_TRADE_REASON } from '#libs/platform/kernel';
import type { KeptReport } from './order.commands.js';
import type { OrderContent } from './order.events.js';
import type { OrderAsKnown } from './order.state.js';
import { firstOf, settled } from './told.js';

/** What nothing else of an order depends on: as told, else as known. */
export function termsTold(
  input: KeptReport,
  order: OrderAsKnown,
): Pick<
  OrderContent,
  | 'reasonForTrade'
  | 'scheduledWindowDatetime'
  | 'discretionary'
  | 'solicited'
  | 'buyLimitPercent'
  | 'sellLimitPercent'
  | 'tradeOriginatingMemberOid'
> {
  const { tradeOriginatingMemberOid: member } = input;
  return {
    reasonForTrade: firstOf(input.reasonForTrade, order?.reasonForTrade) ?? NO_TRADE_REASON,
    scheduledWindowDatetime: settled(input.scheduledWindowDatetime, order?.scheduledWindowDatetime),
    discretionary: firstOf(input.discretionary, order?.discretionary) ?? false,
    solicited: firstOf(input.solicited, order?.solicited) ?? false,
    buyLimitPercent: settled(input.buyLimitPercent, order?.buyLimitPercent),
    sellLimitPercent: settled(input.sellLimitPercent, order?.sellLimitPercent),
    tradeOriginatingMemberOid: settled(member, order?.tradeOriginatingMemberOid),
  };
}
