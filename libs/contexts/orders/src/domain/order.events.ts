import type {
  AmountBasis,
  DomainEvent,
  EventsOf,
  OrderState,
  OrderType,
  Rule,
  Side,
  TaxLotMethod,
  Timestamp,
} from '#libs/platform/kernel';
import type { CreationMethod, OrderSubType } from './order-codes.js';

/** One security of an order ([security-order.requested]). Dollars and prices have two decimals at least; null is "unknown". */
export interface SecurityOrder {
  readonly securityOrderId: string;
  readonly securityOrderOid: string;
  /** Null for what has no ticker: the purchase of a private placement. */
  readonly ticker: string | null;
  readonly side: Side;
  readonly state: OrderState;
  readonly stateReasonCode: string | null;
  readonly dollarShareBasedIndicator: AmountBasis;
  readonly requestedDollarAmount: string | null;
  readonly requestedShareAmount: string | null;
  readonly requestedPrice: string | null;
  readonly estimatedDollarAmount: string | null;
  readonly estimatedShareAmount: string | null;
  readonly estimatedPrice: string | null;
  readonly filledDollarAmount: string;
  readonly filledShareAmount: string;
  readonly filledPrice: string | null;
  readonly limitPrice: string | null;
  readonly stopPrice: string | null;
  readonly commission: string;
  readonly secFee: string;
  readonly tradeFee: string;
  readonly quoteTimestamp: Timestamp | null;
  readonly creationTimestamp: Timestamp;
  readonly modificationTimestamp: Timestamp;
}

/** What names an order and says whose it is; never changes. */
interface OrderIdentity {
  readonly folioOrderOid: string;
  readonly folioOrderId: string;
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly folioOid: string;
  /** Firm of the account, for the scope of reads. */
  readonly firmId: string;
  /** Primary and joint owners of the account: whose orders these are ([order.of-member]). */
  readonly owners: readonly string[];
}

/** What an order is worth and what it costs; the same conventions as {@link SecurityOrder}. */
export interface OrderDollars {
  readonly requestedBuyDollarAmount: string | null;
  readonly requestedSellDollarAmount: string | null;
  readonly estimatedBuyDollarAmount: string | null;
  readonly estimatedSellDollarAmount: string | null;
  readonly filledBuyDollarAmount: string | null;
  readonly filledSellDollarAmount: string | null;
  readonly commission: string;
  readonly totalCommission: string;
  readonly totalFee: string;
}

/** What an order says ([order.ids]). */
export interface OrderContent extends OrderDollars {
  readonly orderType: OrderType;
  readonly orderSubType: OrderSubType | null;
  readonly reasonForTrade: string;
  readonly creationDate: Timestamp;
  readonly creationMethod: CreationMethod;
  readonly executionDate: Timestamp | null;
  /** Counts for the 10 days of a member's orders ([order.window]). */
  readonly modificationTimestamp: Timestamp;
  readonly scheduledWindowDatetime: Timestamp | null;
  readonly discretionary: boolean;
  readonly solicited: boolean;
  readonly dollarShareBasedIndicator: AmountBasis;
  /** Percent. */
  readonly buyLimitPercent: string | null;
  readonly sellLimitPercent: string | null;
  readonly taxlotReliefMethod: TaxLotMethod;
  /** Member who placed it; null when no member did: an API client or the back office. */
  readonly tradeOriginatingMemberOid: string | null;
  readonly state: OrderState;
  readonly stateReasonCode: string | null;
  readonly securityOrders: readonly SecurityOrder[];
}

/** A folio order, whole. */
export interface Order extends OrderIdentity, OrderContent {}

/** What an event changes: only what has another value than before, security orders all or none. */
interface Change {
  readonly folioOrderOid: string;
  readonly accountNumber: string;
  readonly changes: Partial<OrderContent>;
}

/** A client placed an order; it is open. */
export type OrderPlaced = DomainEvent<'order.OrderPlaced', Order>;
/** The back office told of an order that was not known, in whatever state it is. */
export type OrderRecorded = DomainEvent<'order.OrderRecorded', Order>;
/**
 * Which event brings an order to a state: C by the client (reason 201) or the back office; C and F, R, E for good. The one of O: the
 * back office told other details, and the state is as it was.
 */
export const EVENT_OF_STATE = {
  O: 'order.OrderAmended',
  P: 'order.OrderPartlyFilled',
  F: 'order.OrderFilled',
  C: 'order.OrderCancelled',
  R: 'order.OrderRejected',
  E: 'order.OrderExpired',
} as const satisfies Record<OrderState, string>;

/** Events that change an order. */
export type OrderChanged = EventsOf<(typeof EVENT_OF_STATE)[OrderState], Change>;

/** Everything that happens in stream `folioOrder-{folioOrderOid}`. */
export type OrderEvent = OrderPlaced | OrderRecorded | OrderChanged;

/** State of the stream; undefined before the order is there. */
export type OrderAsKnown = Order | undefined;

/** The rule of one command to an order. */
export type OrderRule<Command> = Rule<OrderAsKnown, Command, OrderEvent>;

/** Whether an order is the one of a path: another account's or folio's is not there. */
export function isAt(
  order: OrderAsKnown,
  path: { readonly accountNumber: string; readonly folioNumber: string },
): order is Order {
  return order?.accountNumber === path.accountNumber && order.folioNumber === path.folioNumber;
}
