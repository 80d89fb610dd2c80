import type { DomainEvent, Side, SubscriptionState, Timestamp } from '#libs/platform/kernel';

/** A private placement subscription in canonical form ([subscription.created]); none of this ever changes. */
export interface Subscription {
  readonly subscriptionOid: string;
  readonly accountNumber: string;
  /** Firm of the account. */
  readonly firmId: string;
  /** `X-Associated-Member-Id`: the client who subscribes. */
  readonly associatedMemberId: string;
  /** Login id of the acting member; null when an API client acts for itself. */
  readonly actingMember: string | null;
  readonly privatePlacementOfferOid: string;
  readonly discretionary: boolean;
  readonly solicited: boolean;
  readonly reasonForTrade: string;
  /** Most to invest, dollars with two decimals. */
  readonly requestedDollarAmount: string;
  /** 1, buy. */
  readonly side: Side;
  /** When the request was sent: time of the signature, else header `Date`; null when it had neither. */
  readonly sentAt: Timestamp | null;
  /** When the service received it. */
  readonly receivedAt: Timestamp;
  /** When it was decided, which is when it is answered. */
  readonly respondedAt: Timestamp;
}

interface OfSubscription {
  readonly subscriptionOid: string;
  readonly accountNumber: string;
}

/** A client subscribed; INITIAL. */
export type SubscriptionSubmitted = DomainEvent<'placement.SubscriptionSubmitted', Subscription>;
/** ORDER_CREATED. */
export type SubscriptionOrderCreated = DomainEvent<
  'placement.SubscriptionOrderCreated',
  OfSubscription
>;
/** ACCEPTED: a purchase order follows. */
export type SubscriptionAccepted = DomainEvent<'placement.SubscriptionAccepted', OfSubscription>;
/** PROCESSING. */
export type SubscriptionProcessingBegun = DomainEvent<
  'placement.SubscriptionProcessingBegun',
  OfSubscription
>;
/** COMPLETE, for good. */
export type SubscriptionCompleted = DomainEvent<'placement.SubscriptionCompleted', OfSubscription>;
/** REJECTED, for good. */
export type SubscriptionRejected = DomainEvent<'placement.SubscriptionRejected', OfSubscription>;
/** CANCELLED, for good. */
export type SubscriptionCancelled = DomainEvent<'placement.SubscriptionCancelled', OfSubscription>;

/** Everything that happens in stream `subscription-{subscriptionOid}`. */
export type SubscriptionEvent =
  | SubscriptionSubmitted
  | SubscriptionOrderCreated
  | SubscriptionAccepted
  | SubscriptionProcessingBegun
  | SubscriptionCompleted
  | SubscriptionRejected
  | SubscriptionCancelled;

/** Which event leads to a state. */
export const EVENT_OF_STATE = {
  ORDER_CREATED: 'placement.SubscriptionOrderCreated',
  ACCEPTED: 'placement.SubscriptionAccepted',
  PROCESSING: 'placement.SubscriptionProcessingBegun',
  COMPLETE: 'placement.SubscriptionCompleted',
  REJECTED: 'placement.SubscriptionRejected',
  CANCELLED: 'placement.SubscriptionCancelled',
} as const satisfies Record<Exclude<SubscriptionState, 'INITIAL'>, SubscriptionEvent['type']>;

/** Which state an event leads to. */
export const STATE_OF_EVENT = {
  'placement.SubscriptionSubmitted': 'INITIAL',
  'placement.SubscriptionOrderCreated': 'ORDER_CREATED',
  'placement.SubscriptionAccepted': 'ACCEPTED',
  'placement.SubscriptionProcessingBegun': 'PROCESSING',
  'placement.SubscriptionCompleted': 'COMPLETE',
  'placement.SubscriptionRejected': 'REJECTED',
  'placement.SubscriptionCancelled': 'CANCELLED',
} as const satisfies Record<SubscriptionEvent['type'], SubscriptionState>;
