import { defineEvents, type EventData, type Reason } from '#libs/platform/event-store';
import {
  type DomainEvent,
  type EventsOf,
  Published,
  type Rule,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  type AmountBasis,
  type OrderState,
  OrderStates,
  type OrderType,
  type Side,
  type TaxLotMethod,
  fieldsIn,
  ofAccount,
  textOf,
} from '#libs/contexts/codes';
import { type EVENT_OF_STATE } from './order-state.js';

/** One security of an order ([security-order.requested]). Dollars and prices have at least two decimals; null means "unknown". */
export interface SecurityOrder {
  readonly securityOrderId: string;
  readonly securityOrderOid: string;
  /** Null for a private placement. */
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

/** Identity and owners of an order; never change. */
interface OrderIdentity {
  readonly folioOrderOid: string;
  readonly folioOrderId: string;
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly folioOid: string;
  /** Firm of the account; scopes reads. */
  readonly firmId: string;
  /** Owners of the account, and its firm rep: in their lists the order appears ([order.of-member]). */
  readonly owners: readonly string[];
}

/** Amounts and costs of an order; same conventions as {@link SecurityOrder}. */
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

/** Everything about an order but its identity ([order.ids]). */
export interface OrderContent extends OrderDollars {
  readonly orderType: OrderType;
  readonly orderSubType: string | null;
  readonly reasonForTrade: string;
  readonly creationDate: Timestamp;
  readonly creationMethod: string;
  readonly executionDate: Timestamp | null;
  /** Starts the 10 days a closed order is listed for a member ([order.window]). */
  readonly modificationTimestamp: Timestamp;
  readonly scheduledWindowDatetime: Timestamp | null;
  readonly discretionary: boolean;
  readonly solicited: boolean;
  readonly dollarShareBasedIndicator: AmountBasis;
  readonly buyLimitPercent: string | null;
  readonly sellLimitPercent: string | null;
  readonly taxlotReliefMethod: TaxLotMethod;
  /** Member who placed it; null for an API client or the back office. */
  readonly tradeOriginatingMemberOid: string | null;
  readonly state: OrderState;
  readonly stateReasonCode: string | null;
  readonly securityOrders: readonly SecurityOrder[];
}

export interface Order extends OrderIdentity, OrderContent {}

/** Changed values only; security orders all or none. */
interface Change {
  readonly folioOrderOid: string;
  readonly accountNumber: string;
  readonly changes: Partial<OrderContent>;
}

/** A client placed an order, which is now open. */
export type OrderPlaced = DomainEvent<'order.OrderPlaced', Order>;

/** The back office reported an unknown order, in any state. */
export type OrderRecorded = DomainEvent<'order.OrderRecorded', Order>;

type OrderChanged = EventsOf<(typeof EVENT_OF_STATE)[OrderState], Change>;

/** Details of an order changed, but not its state. */
export type OrderAmended = Extract<OrderChanged, { readonly type: 'order.OrderAmended' }>;

/** All events of stream `folioOrder-{folioOrderOid}`. */
export type OrderEvent = OrderPlaced | OrderRecorded | OrderChanged;

/** State of the stream; undefined before the first event. */
export type KnownOrder = Order | undefined;

export type OrderRule<Command> = Rule<KnownOrder, Command, OrderEvent>;

const changes = fieldsIn('changes');

const folioNumber = Published.text('Full number of the folio');

const order = {
  folioOrderOid: Published.text('Id of the order'),
  state: Published.code(OrderStates, 'State of the order'),
};

const path = '/orders/{folioOrderOid}';

const stateChanged = Published.event(
  'brokerage.order.state-changed.v1',
  'An order has another state.',
  order,
  path,
);

/** A state transition; `outcome` if it ends the order. */
const stateChange = (state: OrderState, title: string, outcome?: Reason['outcome']) => ({
  history: {
    title,
    subjects: ofAccount,
    fields: changes,
    ...(outcome && { reason: (data: EventData) => reason(outcome, data) }),
  },
  publishes: stateChanged.with<{ readonly folioOrderOid: string }>(() => ({ state })),
});

function reason(outcome: Reason['outcome'], data: EventData): Reason {
  const code = textOf((data['changes'] ?? {}) as EventData, 'stateReasonCode');
  return { outcome, ...(code !== '' && { code }) };
}

/** Event definitions of stream `folioOrder-{folioOrderOid}`. None holds personal data. */
export const orderEvents = defineEvents<OrderEvent>({
  'order.OrderPlaced': {
    history: { title: 'Order placed', subjects: ofAccount },
    publishes: Published.event(
      'brokerage.order.placed.v1',
      'An order was placed.',
      { folioNumber, ...order },
      path,
    ),
  },
  'order.OrderRecorded': {
    history: { title: 'Order reported', subjects: ofAccount },
    publishes: Published.event(
      'brokerage.order.reported.v1',
      'The back office reported a new order.',
      { folioNumber, ...order },
      path,
    ),
  },
  'order.OrderAmended': {
    history: { title: 'Order amended', subjects: ofAccount, fields: changes },
    publishes: Published.event(
      'brokerage.order.amended.v1',
      'Details of an order changed, but not its state.',
      { folioOrderOid: order.folioOrderOid },
      path,
    ),
  },
  'order.OrderPartlyFilled': stateChange('P', 'Order partly filled'),
  'order.OrderFilled': stateChange('F', 'Order filled'),
  'order.OrderCancelled': stateChange('C', 'Order cancelled', 'cancelled'),
  'order.OrderRejected': stateChange('R', 'Order rejected', 'rejected'),
  'order.OrderExpired': stateChange('E', 'Order expired', 'cancelled'),
});
