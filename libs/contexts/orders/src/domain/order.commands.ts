import type {
  AccountType,
  AmountBasis,
  OrderType,
  Problem,
  Side,
  TaxLotMethod,
  Timestamp,
  TradeReason,
} from '#libs/platform/kernel';
import type { OrderSubType } from './order-codes.js';
import type { OrderContent, SecurityOrder } from './order.events.js';

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

type Given<T> = T | null | undefined;

/** Every command names the order by the path it came by. */
interface OnOrder {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly folioOrderOid: string;
  /**
   * What reading the body found wrong. A field that could not be read is left out of the input and named here, so that the
   * answer holds every problem once.
   */
  readonly problems?: readonly Problem[] | undefined;
}

/** One security of a new order. Decimal strings in plain form, above 0. */
export interface SecurityOrderInput {
  readonly security?: Given<{ readonly ticker?: string | undefined }>;
  readonly side?: Given<Side>;
  /** Default: that of the order. */
  readonly dollarShareBasedIndicator?: Given<AmountBasis>;
  readonly requestedDollarAmount?: Given<string>;
  readonly requestedShareAmount?: Given<string>;
  readonly limitPrice?: Given<string>;
  readonly stopPrice?: Given<string>;
}

/** Body of `POST …/orders`. */
export interface OrderInput {
  readonly accountNumber?: Given<string>;
  readonly folioNumber?: Given<string>;
  readonly orderType?: Given<OrderType>;
  readonly orderSubType?: Given<OrderSubType>;
  readonly reasonForTrade?: Given<TradeReason>;
  readonly scheduledWindowDatetime?: Given<Timestamp>;
  readonly discretionary?: Given<boolean>;
  readonly solicited?: Given<boolean>;
  readonly dollarShareBasedIndicator?: Given<AmountBasis>;
  readonly buyLimitPercent?: Given<string>;
  readonly sellLimitPercent?: Given<string>;
  readonly taxlotReliefMethod?: Given<TaxLotMethod>;
  readonly securityOrders?: Given<readonly SecurityOrderInput[]>;
}

/** A client's order. */
export interface PlaceOrder extends OnOrder {
  readonly type: 'PlaceOrder';
  readonly input: OrderInput;
  /** Absent when account or folio are not there. */
  readonly facts:
    | (OrderFacts & {
        /** Why a restricted account refuses this (`account.restricted.rule`); absent when it does not. */
        readonly restriction?: Problem | undefined;
        /** memberOid of the acting member; null when that is no member. */
        readonly memberOid: string | null;
      })
    | undefined;
}

/** Body of the client's `PUT …/orders/{oid}`: C cancels, and nothing else can be asked. */
export interface CancelInput {
  readonly state?: Given<string>;
  readonly accountNumber?: Given<string>;
  readonly folioNumber?: Given<string>;
  readonly folioOrderOid?: Given<string>;
}

/** Cancels an open order. */
export interface CancelOrder extends OnOrder {
  readonly type: 'CancelOrder';
  readonly input: CancelInput;
}

/** One security of an order as the back office knows it; what is left out stays, null empties what may be empty. */
export type SecurityOrderReport = {
  readonly [Key in keyof Omit<SecurityOrder, 'ticker'>]?: Given<SecurityOrder[Key]>;
} & { readonly security?: Given<{ readonly ticker?: string | null | undefined }> };

/** An order as the back office knows it, in the shape of the GET; what is left out stays, null empties what may be empty. */
export type OrderReport = {
  readonly [Key in keyof Omit<OrderContent, 'securityOrders'>]?: Given<OrderContent[Key]>;
} & {
  readonly accountNumber?: Given<string>;
  readonly folioNumber?: Given<string>;
  readonly folioOid?: Given<string>;
  readonly folioOrderId?: Given<string>;
  readonly folioOrderOid?: Given<string>;
  readonly securityOrders?: Given<readonly SecurityOrderReport[]>;
};

/** Back office (decisions §10): fills, cancellations, rejections, and orders that did not come through the interface. */
export interface RecordOrder extends OnOrder {
  readonly type: 'RecordOrder';
  readonly input: OrderReport;
  /** Absent when account or folio are not there. */
  readonly facts: OrderFacts | undefined;
}

/** What may be asked of an order. */
export type OrderCommand = PlaceOrder | CancelOrder | RecordOrder;
