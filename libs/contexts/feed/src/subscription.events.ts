import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent, Timestamp } from '#libs/platform/kernel';
import { ofFirm } from '#libs/contexts/codes';
import type { FeedFilter } from './feed.events.js';

interface OfSubscription {
  readonly firmId: string;
  /** Unique within the firm. */
  readonly name: string;
}

/** A firm subscribed to its feed. The subscription has everything published after `from` (a log position, in decimal digits). */
type SubscriptionCreated = DomainEvent<
  'subscription.SubscriptionCreated',
  OfSubscription & FeedFilter & { readonly from: string; readonly createdAt: Timestamp }
>;
/** Other events are selected from now on. */
type SubscriptionChanged = DomainEvent<
  'subscription.SubscriptionChanged',
  OfSubscription & FeedFilter
>;
/** Everything after `from` comes again. `replay` counts the replays from 1. */
type SubscriptionReplayed = DomainEvent<
  'subscription.SubscriptionReplayed',
  OfSubscription & { readonly replay: number; readonly from: string }
>;
/** The reader has acknowledged everything up to `position`; recorded now and then, see `SubscriptionProgress`. */
type ProgressRecorded = DomainEvent<
  'subscription.ProgressRecorded',
  OfSubscription & { readonly position: string; readonly recordedAt: Timestamp }
>;
/** An event was put aside: it is not delivered any more, unless it is taken back. */
type EventParked = DomainEvent<'subscription.EventParked', OfSubscription & ParkedEvent>;
/** A parked event was dealt with. */
type ParkedEventSettled = DomainEvent<
  'subscription.ParkedEventSettled',
  OfSubscription & { readonly eventId: string }
>;
/** The subscription is gone, with what was parked. */
type SubscriptionDeleted = DomainEvent<'subscription.SubscriptionDeleted', OfSubscription>;

/** An event that a reader put aside. */
export interface ParkedEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly accountNumber: string;
  readonly sequence: number;
  /** A word of the reader's own; empty if it gave none. */
  readonly reason: string;
  readonly parkedAt: Timestamp;
}

/** Events of stream `subscriptions-{firmId}`. */
export type SubscriptionEvent =
  | SubscriptionCreated
  | SubscriptionChanged
  | SubscriptionReplayed
  | ProgressRecorded
  | EventParked
  | ParkedEventSettled
  | SubscriptionDeleted;

/** Events of subscriptions. None contains personal data. */
export const subscriptionEvents = defineEvents<SubscriptionEvent>({
  'subscription.SubscriptionCreated': {
    history: { title: 'Subscription created', subjects: ofFirm },
  },
  'subscription.SubscriptionChanged': {
    history: { title: 'Subscription changed', subjects: ofFirm },
  },
  'subscription.SubscriptionReplayed': {
    history: { title: 'Subscription replayed', subjects: ofFirm },
  },
  'subscription.ProgressRecorded': { history: { title: 'Progress of a subscription recorded' } },
  'subscription.EventParked': {
    history: { title: 'Event of a subscription parked' },
    publishes: 'nothing',
  },
  'subscription.ParkedEventSettled': { history: { title: 'Parked event settled' } },
  'subscription.SubscriptionDeleted': {
    history: { title: 'Subscription deleted', subjects: ofFirm },
  },
});
