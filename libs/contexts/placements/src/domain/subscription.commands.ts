import type { Money, Problem, SubscriptionState, Timestamp } from '#libs/platform/kernel';
import type { FetchedDocuments } from './fetched-documents.js';
import type { OfferState } from './offer.js';
import type { Subscription } from './subscription.events.js';

interface OnSubscription {
  /** Numbers of the path. */
  readonly accountNumber: string;
  readonly subscriptionOid: string;
}

/** Body of `POST …/privateplacementorders` ([subscription.created]). */
export interface SubscriptionTerms extends Pick<
  Subscription,
  'discretionary' | 'solicited' | 'privatePlacementOfferOid' | 'reasonForTrade' | 'side'
> {
  /** Must equal that of the path. */
  readonly accountNumber?: string;
  readonly requestedDollarAmount: Money;
}

/** The member of `X-Associated-Member-Id`, when it is one of the account's firm. */
export interface AssociatedMember {
  readonly loginId: string;
  /** Whether the member answers for the account: an owner, or the representative of the corporate firm that owns it. */
  readonly isOwner: boolean;
  /** Accredited by annual income or by net worth. */
  readonly isAccredited: boolean;
}

/** What a subscription is judged by beside its body, as the log has it. */
export interface SubscriptionFacts {
  readonly firmId: string;
  readonly member: AssociatedMember;
  readonly actingMember: string | null;
  /** The offer that the body names. */
  readonly offer: OfferState;
  /** What the associated member has been given of that offer. */
  readonly fetched: FetchedDocuments;
  /** Why a restricted account refuses this; undefined when it does not. */
  readonly restriction: Problem | undefined;
  readonly sentAt: Timestamp | null;
  readonly receivedAt: Timestamp;
}

/** A client subscribes to an offer. */
export interface Subscribe extends OnSubscription {
  readonly type: 'Subscribe';
  readonly terms: SubscriptionTerms;
  readonly facts: SubscriptionFacts;
}

/** Back office: the state of a subscription ([back-office.privateplacementorders]). The same again changes nothing. */
export interface RecordSubscriptionState extends OnSubscription {
  readonly type: 'RecordSubscriptionState';
  readonly report: {
    readonly status: SubscriptionState;
    /** Must equal those of the path. */
    readonly accountNumber?: string;
    readonly privatePlacementOrderOid?: string;
  };
}

/** What may be asked of a subscription. */
export type SubscriptionCommand = Subscribe | RecordSubscriptionState;
