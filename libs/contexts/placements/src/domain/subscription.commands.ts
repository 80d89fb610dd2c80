import type { Problem, SentValue, Side, SubscriptionState, Timestamp } from '#libs/platform/kernel';
import type { FetchedDocuments } from './fetched-documents.js';
import type { OfferState } from './offer.js';

interface OnSubscription {
  /** Numbers of the path. */
  readonly accountNumber: string;
  readonly subscriptionOid: string;
  /**
   * What reading the body found wrong. A field that could not be read is left out of the input and named here, so that the
   * answer holds every problem once.
   */
  readonly problems?: readonly Problem[] | undefined;
}

/** Body of `POST …/privateplacementorders` (specification, endpoint 13). All but the account number are required. */
export interface SubscriptionInput {
  readonly accountNumber?: SentValue<string>;
  readonly discretionary?: SentValue<boolean>;
  readonly solicited?: SentValue<boolean>;
  readonly privatePlacementOfferOid?: SentValue<string>;
  readonly reasonForTrade?: SentValue<string>;
  /** Dollars, a decimal string. */
  readonly requestedDollarAmount?: SentValue<string>;
  readonly side?: SentValue<Side>;
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
  /** Undefined when the header was missing, null when the firm has no such member. */
  readonly member: AssociatedMember | null | undefined;
  readonly actingMember: string | null;
  /** The offer that the body names; undefined when there is none. */
  readonly offer: OfferState | undefined;
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
  readonly input: SubscriptionInput;
  readonly facts: SubscriptionFacts;
}

/** A subscription as the GET shows it. Only the state is required, and only the state can be another one. */
export interface SubscriptionReport {
  readonly status?: SentValue<SubscriptionState>;
  readonly accountNumber?: SentValue<string>;
  readonly privatePlacementOrderOid?: SentValue<string>;
  readonly associatedMemberId?: SentValue<string>;
  readonly privatePlacementOfferOid?: SentValue<string>;
  readonly discretionary?: SentValue<boolean>;
  readonly solicited?: SentValue<boolean>;
  readonly reasonForTrade?: SentValue<string>;
  readonly requestedDollarAmount?: SentValue<string>;
  readonly side?: SentValue<Side>;
  readonly sentTimestamp?: SentValue<Timestamp>;
  readonly receivedTimestamp?: SentValue<Timestamp>;
  readonly respondedTimestamp?: SentValue<Timestamp>;
}

/** Back office: the state of a subscription (decisions §10). The same again changes nothing. */
export interface RecordSubscriptionState extends OnSubscription {
  readonly type: 'RecordSubscriptionState';
  readonly input: SubscriptionReport;
}

/** What may be asked of a subscription. */
export type SubscriptionCommand = Subscribe | RecordSubscriptionState;
