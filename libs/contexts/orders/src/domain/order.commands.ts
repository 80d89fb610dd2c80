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

/** What an order has to know of its account and folio, as the log has them. */
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
    /** 01, 02, or any other. */
    readonly kind: 'cash' | 'nonFolio' | 'folio';
    readonly open: boolean;
    /** As the back office reported them; none stands for "not known" as well. */
    readonly positions: readonly { readonly ticker: string; readonly shareQuantity: string }[];
  };
}

/** Every command names the order by the path it came by. */
interface OnOrder {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly folioOrderOid: string;
}

/** One security of a new order. */
export interface SecurityOrderInput {
  readonly security: { readonly ticker: string };
  readonly side: Side;
  /** Default: that of the order. */
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
  /** Default: that of the account. */
  readonly taxlotReliefMethod?: TaxLotMethod;
  readonly securityOrders: readonly SecurityOrderInput[];
}

/** A client's order. */
export interface PlaceOrder extends OnOrder {
  readonly type: 'PlaceOrder';
  readonly input: OrderInput;
  readonly facts: OrderFacts & {
    /** Why a restricted account refuses this (`account.restricted.rule`); absent when it does not. */
    readonly restriction?: Problem | undefined;
    /** memberOid of the acting member; null when that is no member. */
    readonly memberOid: string | null;
  };
}

/** What a body may repeat of the path. */
export interface OrderPath {
  readonly accountNumber?: string | null;
  readonly folioNumber?: string | null;
  readonly folioOrderOid?: string | null;
}

/** Cancels an open order. */
export interface CancelOrder extends OnOrder {
  readonly type: 'CancelOrder';
  /** Body of the client's `PUT …/orders/{oid}`: C cancels, and nothing else can be asked. */
  readonly input: OrderPath;
}

type Shares = `${string}ShareAmount`;
type Dollars = keyof OrderDollars | `${string}Price` | `${string}DollarAmount` | `${string}Fee`;

/** What the back office tells: what is left out stays, null empties what may be empty. */
type Told<T> = {
  readonly [Key in keyof T]?:
    (Key extends Dollars ? Money : Key extends Shares ? Quantity : T[Key]) | null;
};

/** One security of an order as the back office knows it. */
export type SecurityOrderReport = Told<Omit<SecurityOrder, 'ticker'>> & {
  readonly security?: { readonly ticker?: string | null };
};

/** An order as the back office knows it, in the shape of the GET. */
export type OrderReport = Told<Omit<OrderContent, 'securityOrders'>> &
  OrderPath & {
    readonly folioOid?: string | null;
    readonly folioOrderId?: string | null;
    readonly securityOrders?: readonly SecurityOrderReport[];
  };

/** A report in the form that an order is kept in. */
export type KeptReport = JsonForm<OrderReport>;

/** Back office ([back-office.orders]): fills, cancellations, rejections, and orders that did not come through the interface. */
export interface RecordOrder extends OnOrder {
  readonly type: 'RecordOrder';
  readonly input: OrderReport;
  readonly facts: OrderFacts;
}

/** What may be asked of an order. */
export type OrderCommand = PlaceOrder | CancelOrder | RecordOrder;
