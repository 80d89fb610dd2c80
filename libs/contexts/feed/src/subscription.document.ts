import type { Projection } from '#libs/platform/read-models';
import { type Subscription, subscriptionAfter } from './subscription.js';
import { type SubscriptionEvent, subscriptionEvents } from './subscription.events.js';

/** A subscription as its firm sees it. */
export type SubscriptionDocument = Readonly<Subscription>;

/** Index of subscriptions: firmId, name. */
export const SUBSCRIPTIONS_BY_FIRM = 'firm';

export const subscriptionId = (firmId: string, name: string): string => `${firmId}/${name}`;

/** Read model `feed.subscription`: one document for each subscription. */
export const subscriptionDocuments: Projection<SubscriptionDocument, SubscriptionEvent> = {
  name: 'feed.subscription',
  version: 1,
  indexes: [{ name: SUBSCRIPTIONS_BY_FIRM, fields: ['firmId', 'name'] }],
  events: Object.keys(subscriptionEvents) as SubscriptionEvent['type'][],
  impersonal: true,
  documents: ({ data }) => [subscriptionId(data.firmId, data.name)],
  fold: (known, event) => subscriptionAfter(known, event),
};
