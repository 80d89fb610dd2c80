import type {
  DomainEvent,
  EventsOf,
  Side,
  SubscriptionState,
  Timestamp,
} from '#libs/platform/kernel';

/** A private placement subscription; none of this ever changes ([subscription.created]). */
export interface Subscription {
  readonly subscriptionOid: string;
  readonly accountNumber: string;
  readonly firmId: string;
  /** `X-Associated-Member-Id`: the client who subscribes. */
  readonly associatedMemberId: string;
  /** Login id of the acting member; null if an API client acts for itself. */
  readonly actingMember: string | null;
  readonly privatePlacementOfferOid: string;
  readonly discretionary: boolean;
  readonly solicited: boolean;
  readonly reasonForTrade: string;
  /** Upper limit of the investment, dollars with two decimals. */
  readonly requestedDollarAmount: string;
  /** 1, buy. */
  readonly side: Side;
  /** Time of the signature, else of header `Date`; null if the request had neither. */
  readonly sentAt: Timestamp | null;
  readonly receivedAt: Timestamp;
  /** When it was decided, which is also the time of the response. */
  readonly respondedAt: Timestamp;
}

/** The event for each state; the last three are final. */
export const EVENT_OF_STATE = {
  INITIAL: 'placement.SubscriptionSubmitted',
  ORDER_CREATED: 'placement.SubscriptionOrderCreated',
  ACCEPTED: 'placement.SubscriptionAccepted',
  PROCESSING: 'placement.SubscriptionProcessingBegun',
  COMPLETE: 'placement.SubscriptionCompleted',
  REJECTED: 'placement.SubscriptionRejected',
  CANCELLED: 'placement.SubscriptionCancelled',
} as const satisfies Record<SubscriptionState, string>;

/** Identifies a subscription in events and commands. */
export type SubscriptionIds = Pick<Subscription, 'subscriptionOid' | 'accountNumber'>;

/** A report of a later state. */
export interface SubscriptionAdvanced extends SubscriptionIds {
  /**
   * Id of the purchase order that it leads to: of the first report from ORDER_CREATED on. Earlier versions raised the order at ACCEPTED, with
   * an id derived from that event's.
   */
  readonly purchaseOrderOid?: string;
}

type TypeOf<State extends SubscriptionState> = (typeof EVENT_OF_STATE)[State];

/** All events of stream `subscription-{subscriptionOid}`. */
export type SubscriptionEvent =
  | DomainEvent<TypeOf<'INITIAL'>, Subscription>
  | EventsOf<TypeOf<Exclude<SubscriptionState, 'INITIAL'>>, SubscriptionAdvanced>;

/** State after each event. */
export const STATE_OF_EVENT = Object.fromEntries(
  Object.entries(EVENT_OF_STATE).map(([state, type]) => [type, state]),
) as Readonly<Record<SubscriptionEvent['type'], SubscriptionState>>;
