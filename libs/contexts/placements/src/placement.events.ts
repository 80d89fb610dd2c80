import { defineEvents, type Reason } from '#libs/platform/event-store';
import {
  type DomainEvent,
  type EventsOf,
  type JsonForm,
  type LocalDate,
  type Money,
  Published,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  type Side,
  type SubscriptionState,
  SubscriptionStates,
  contentOf,
  ofAccount,
  Subject,
  textOf,
} from '#libs/contexts/codes';
import { type Eligibilities, type Fetch } from './offer.js';
import { type EVENT_OF_STATE } from './subscription.js';

export type Eligibility = keyof typeof Eligibilities;

/** An offer as reported by the back office. */
export interface ReportedOffer {
  readonly name: string;
  /** First day of subscriptions, in New York. */
  readonly openingDate: LocalDate;
  /** Last day of subscriptions, in New York. */
  readonly closingDate: LocalDate;
  /** Ids of the institutional firms that see the offer; empty for a withdrawn offer. */
  readonly eligibleFirms: readonly string[];
  readonly eligibility: Eligibility;
  /** Bounds for the amount of one subscription. */
  readonly minimum: Money;
  readonly maximum: Money;
}

/** An offer as stored: firms sorted and unique. */
export type Offer = JsonForm<ReportedOffer>;

export interface DocumentContent {
  /** Key in the document vault. */
  readonly key: string;
  /** SHA-256, lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Detected from the contents, never taken from the caller. */
  readonly mediaType: string;
}

export interface OfferingDocument extends DocumentContent {
  readonly name: string;
  /** The client must fetch it before subscribing. */
  readonly required: boolean;
  readonly signable: boolean;
}

interface OfferId {
  readonly offerOid: string;
}

/** All events of stream `offer-{oid}`: an offer or document was added or changed, with all its fields. */
export type OfferEvent =
  | EventsOf<'placement.OfferDefined' | 'placement.OfferUpdated', OfferId & Offer>
  | EventsOf<
      'placement.OfferingDocumentAdded' | 'placement.OfferingDocumentChanged',
      OfferId & OfferingDocument & { readonly documentId: string }
    >;

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

/** Identifies a subscription in events and commands. */
export type SubscriptionIds = Pick<Subscription, 'subscriptionOid' | 'accountNumber'>;

/** A report of a later state. */
interface SubscriptionAdvanced extends SubscriptionIds {
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

const subscription = {
  subscriptionOid: Published.text('Id of the subscription'),
  status: Published.code(SubscriptionStates, 'State of the subscription'),
};

const path = '/privateplacementorders/{subscriptionOid}';

const statusChanged = Published.event(
  'brokerage.placement-subscription.status-changed.v1',
  'The state of a private placement subscription changed.',
  subscription,
  path,
);

/** A state transition; `outcome` if it ends the subscription. */
const stateChange = (status: SubscriptionState, title: string, outcome?: Reason['outcome']) => ({
  history: {
    title,
    subjects: ofAccount,
    fields: () => ({ status }),
    ...(outcome && { reason: () => ({ outcome }) }),
  },
  publishes: statusChanged.with<{ readonly subscriptionOid: string }>(() => ({ status })),
});

const document = ({ key, sha256 }: DocumentContent) => ({ key, sha256 });

/**
 * Event definitions of streams `offer-{oid}`, `offeringDocuments-{offerOid}/{loginId}` and `subscription-{oid}`. None holds
 * personal data: login ids don't count.
 */
export const placementEvents = defineEvents<OfferEvent | FetchedDocumentsEvent | SubscriptionEvent>(
  {
    'placement.OfferDefined': { history: { title: 'Private placement offered' } },
    'placement.OfferUpdated': { history: { title: 'Private placement offer changed' } },
    'placement.OfferingDocumentAdded': {
      history: {
        title: 'Offering document added',
        thing: (data) => textOf(data, 'documentId'),
        begins: true,
      },
      document,
    },
    'placement.OfferingDocumentChanged': {
      history: { title: 'Offering document changed', thing: (data) => textOf(data, 'documentId') },
      document,
    },
    'placement.OfferingDocumentFetched': {
      history: {
        title: 'Offering document fetched',
        subjects: (data) => [Subject.member(textOf(data, 'loginId'))],
        thing: (data) => textOf(data, 'documentId'),
      },
    },
    'placement.SubscriptionSubmitted': {
      history: {
        title: 'Private placement subscribed',
        subjects: ofAccount,
        fields: (data) => ({ status: 'INITIAL', ...contentOf(data) }),
      },
      publishes: Published.event(
        'brokerage.placement-subscription.submitted.v1',
        'A private placement was subscribed to.',
        { ...subscription, privatePlacementOfferOid: Published.text('Id of the offer') },
        path,
      ).with(() => ({ status: 'INITIAL' })),
    },
    'placement.SubscriptionOrderCreated': stateChange(
      'ORDER_CREATED',
      'Order for the subscription created',
    ),
    'placement.SubscriptionAccepted': stateChange('ACCEPTED', 'Subscription accepted'),
    'placement.SubscriptionProcessingBegun': stateChange(
      'PROCESSING',
      'Processing of the subscription begun',
    ),
    'placement.SubscriptionCompleted': stateChange('COMPLETE', 'Subscription completed'),
    'placement.SubscriptionRejected': stateChange('REJECTED', 'Subscription rejected', 'rejected'),
    'placement.SubscriptionCancelled': stateChange(
      'CANCELLED',
      'Subscription cancelled',
      'cancelled',
    ),
  },
);

/** A member fetched a document for the first time. The metadata says who asked. */
export type OfferingDocumentFetched = DomainEvent<'placement.OfferingDocumentFetched', Fetch>;

/** All events of stream `offeringDocuments-{offerOid}/{loginId}`. */
export type FetchedDocumentsEvent = OfferingDocumentFetched;
