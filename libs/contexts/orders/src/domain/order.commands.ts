import type {
  AccountType,
  AmountBasis,
  OrderType,
  Problem,
  SentValue,
  Side,
  TaxLotMethod,
  Timestamp,
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
  readonly security?: SentValue<{ readonly ticker?: string | undefined }>;
  readonly side?: SentValue<Side>;
  /** Default: that of the order. */
  readonly dollarShareBasedIndicator?: SentValue<AmountBasis>;
  readonly requestedDollarAmount?: SentValue<string>;
  readonly requestedShareAmount?: SentValue<string>;
  readonly limitPrice?: SentValue<string>;
  readonly stopPrice?: SentValue<string>;
}

/** Body of `POST …/orders`. */
export interface OrderInput {
  readonly accountNumber?: SentValue<string>;
  readonly folioNumber?: SentValue<string>;
  readonly orderType?: SentValue<OrderType>;
  readonly orderSubType?: SentValue<OrderSubType>;
  readonly reasonForTrade?: SentValue<string>;
  readonly scheduledWindowDatetime?: SentValue<Timestamp>;
  readonly discretionary?: SentValue<boolean>;
  readonly solicited?: SentValue<boolean>;
  readonly dollarShareBasedIndicator?: SentValue<AmountBasis>;
  readonly buyLimitPercent?: SentValue<string>;
  readonly sellLimitPercent?: SentValue<string>;
  readonly taxlotReliefMethod?: SentValue<TaxLotMethod>;
  readonly securityOrders?: SentValue<readonly SecurityOrderInput[]>;
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
  readonly state?: SentValue<string>;
  readonly accountNumber?: SentValue<string>;
  readonly folioNumber?: SentValue<string>;
  readonly folioOrderOid?: SentValue<string>;
}

/** Cancels an open order. */
export interface CancelOrder extends OnOrder {
  readonly type: 'CancelOrder';
  readonly input: CancelInput;
}

/** One security of an order as the back office knows it; what is left out stays, null empties what may be empty. */
export type SecurityOrderReport = {
  readonly [Key in keyof Omit<SecurityOrder, 'ticker'>]?: SentValue<SecurityOrder[Key]>;
} & { readonly security?: SentValue<{ readonly ticker?: string | null | undefined }> };

/** An order as the back office knows it, in the shape of the GET; what is left out stays, null empties what may be empty. */
export type OrderReport = {
  readonly [Key in keyof Omit<OrderContent, 'securityOrders'>]?: SentValue<OrderContent[Key]>;
} & {
  readonly accountNumber?: SentValue<string>;
  readonly folioNumber?: SentValue<string>;
  readonly folioOid?: SentValue<string>;
  readonly folioOrderId?: SentValue<string>;
  readonly folioOrderOid?: SentValue<string>;
  readonly securityOrders?: SentValue<readonly SecurityOrderReport[]>;
};

/** Back office ([back-office.orders]): fills, cancellations, rejections, and orders that did not come through the interface. */
export interface RecordOrder extends OnOrder {
  readonly type: 'RecordOrder';
  readonly input: OrderReport;
  /** Absent when account or folio are not there. */
  readonly facts: OrderFacts | undefined;
}

/** What may be asked of an order. */
export type OrderCommand = PlaceOrder | CancelOrder | RecordOrder;
