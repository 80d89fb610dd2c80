import { OnResource, TheDocument } from '#libs/contexts/accounts';
import { subscriptionDocuments } from './subscription.document.js';

/** Route decorator of a GET: the path names a subscription of the account; 404 if there is none. */
export const OnSubscription = (): MethodDecorator =>
  OnResource({
    model: subscriptionDocuments,
    id: ({ oid }) => oid,
    belongs: (subscription, { accountnumber }) => subscription.accountNumber === accountnumber,
  });

/** Parameter decorator of a GET: the `SubscriptionDocument` of {@link OnSubscription}. */
export const TheSubscription = TheDocument;
