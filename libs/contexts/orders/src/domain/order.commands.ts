import type {
  AccountType,
  AmountBasis,
  JsonForm,
  Money,
  Problem,
  Quantity,
  Side,
  TaxLotMethod,
} from '#libs/platform/kernel';
import type { OrderSubType } from './order-codes.js';
import type { OrderContent, OrderDollars, SecurityOrder } from './order.events.js';

/** Account and folio of an order, from the log. */
export interface OrderFacts {
  readonly account: {
    readonly firmId: string;
    readonly accountType: AccountType;
    /** Primary owner first. */
    readonly owners: readonly string[];
    readonly defaultTaxLotSelection: TaxLotMethod;
  };
  readonly folio: {
    readonly folioOid: string;
    readonly kind: 'cash' | 'nonFolio' | 'folio';
    readonly open: boolean;
    /** As reported by the back office; an empty list may also mean "unknown". */
    readonly positions: readonly { readonly ticker: string; readonly shareQuantity: string }[];
  };
}

interface OrderIds {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly folioOrderOid: string;
}

/** One security of a new order. */
export interface SecurityOrderInput {
  readonly security: { readonly ticker: string };
  readonly side: Side;
  /** Default: the indicator of the order. */
  readonly dollarShareBasedIndicator?: AmountBasis;
  readonly requestedDollarAmount?: Money;
  readonly requestedShareAmount?: Quantity;
  readonly limitPrice?: Money;
  readonly stopPrice?: Money;
}

/** Body of `POST …/orders`. */
export interface OrderInput extends Pick<
  OrderContent,
  | 'orderType'
  | 'reasonForTrade'
  | 'scheduledWindowDatetime'
  | 'discretionary'
  | 'solicited'
  | 'dollarShareBasedIndicator'
  | 'buyLimitPercent'
  | 'sellLimitPercent'
> {
  readonly accountNumber?: string;
  readonly folioNumber?: string;
  readonly orderSubType?: OrderSubType;
  /** Default: the method of the account. */
  readonly taxlotReliefMethod?: TaxLotMethod;
  readonly securityOrders: readonly SecurityOrderInput[];
}

/** A client places an order. */
export interface PlaceOrder extends OrderIds {
  readonly type: 'PlaceOrder';
  readonly input: OrderInput;
  readonly facts: OrderFacts & {
    /** Why the restricted account refuses the order (`account.restricted.rule`). */
    readonly restriction?: Problem | undefined;
    /** memberOid of the acting member; null if it is not a member. */
    readonly memberOid: string | null;
  };
}

/** Parts of the path a body may repeat. */
export interface OrderPath {
  readonly accountNumber?: string | null;
  readonly folioNumber?: string | null;
  readonly folioOrderOid?: string | null;
}

/** A client cancels an open order. */
export interface CancelOrder extends OrderIds {
  readonly type: 'CancelOrder';
  /** Body of the client's `PUT …/orders/{oid}`: can only cancel. */
  readonly input: OrderPath;
}

type Shares = `${string}ShareAmount`;
type Dollars = keyof OrderDollars | `${string}Price` | `${string}DollarAmount` | `${string}Fee`;

/** A report of the back office: an absent field stays, null clears one that may be empty. */
type Reported<T> = {
  readonly [Key in keyof T]?:
    (Key extends Dollars ? Money : Key extends Shares ? Quantity : T[Key]) | null;
};

/** One security of an order, as reported by the back office. */
export type SecurityOrderReport = Reported<Omit<SecurityOrder, 'ticker'>> & {
  readonly security?: { readonly ticker?: string | null };
};

/** An order as reported by the back office, in the shape of the GET. */
export type OrderReport = Reported<Omit<OrderContent, 'securityOrders'>> &
  OrderPath & {
    readonly folioOid?: string | null;
    readonly folioOrderId?: string | null;
    readonly securityOrders?: readonly SecurityOrderReport[];
  };

/** A report in its stored form. */
export type StoredReport = JsonForm<OrderReport>;

/** The back office reports fills, cancellations, rejections, and orders placed elsewhere ([back-office.orders]). */
export interface RecordOrder extends OrderIds {
  readonly type: 'RecordOrder';
  readonly input: OrderReport;
  readonly facts: OrderFacts & {
    /** Why the account takes no new order: it is closed. */
    readonly closed?: Problem | undefined;
  };
}

/** What the order relies on is gone: rejects it, if it is still open. */
export interface RejectOrder {
  readonly type: 'RejectOrder';
}

/** Commands for an order. */
export type OrderCommand = PlaceOrder | CancelOrder | RecordOrder | RejectOrder;
