import type {
  DomainEvent,
  EventsOf,
  Side,
  SubscriptionState,
  Timestamp,
} from '#libs/platform/kernel';

/** A private placement subscription in canonical form ([subscription.created]); none of this ever changes. */
export interface Subscription {
  readonly subscriptionOid: string;
  readonly accountNumber: string;
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

/** Which event brings a subscription to a state; a purchase order follows ACCEPTED, and the last three are for good. */
export const EVENT_OF_STATE = {
  INITIAL: 'placement.SubscriptionSubmitted',
  ORDER_CREATED: 'placement.SubscriptionOrderCreated',
  ACCEPTED: 'placement.SubscriptionAccepted',
  PROCESSING: 'placement.SubscriptionProcessingBegun',
  COMPLETE: 'placement.SubscriptionCompleted',
  REJECTED: 'placement.SubscriptionRejected',
  CANCELLED: 'placement.SubscriptionCancelled',
} as const satisfies Record<SubscriptionState, string>;

/** What names a subscription, in events and in commands. */
export type SubscriptionIds = Pick<Subscription, 'subscriptionOid' | 'accountNumber'>;

type TypeOf<State extends SubscriptionState> = (typeof EVENT_OF_STATE)[State];

/** Everything that happens in stream `subscription-{subscriptionOid}`: a client subscribed, and what became of it. */
export type SubscriptionEvent =
  | DomainEvent<TypeOf<'INITIAL'>, Subscription>
  | EventsOf<TypeOf<Exclude<SubscriptionState, 'INITIAL'>>, SubscriptionIds>;

/** The state that an event leads to. */
export const STATE_OF_EVENT = Object.fromEntries(
  Object.entries(EVENT_OF_STATE).map(([state, type]) => [type, state]),
) as Readonly<Record<SubscriptionEvent['type'], SubscriptionState>>;
