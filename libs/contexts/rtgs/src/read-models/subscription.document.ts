import type { FolioClosed, SubscribedToRtg } from '#libs/contexts/folios';
import type { Projection } from '#libs/platform/read-models';

/** A folio that follows an RTG folio model. */
export type RtgSubscriptionDocument = Readonly<{
  rtgOid: string;
  folioNumber: string;
  accountNumber: string;
  /** Log position of the subscription, in decimal digits. */
  since: string;
}>;

/** Index of the subscriptions of a model. */
export const SUBSCRIPTIONS_OF_RTG = 'rtg';

/** Read model `rtgs.subscription`, one document per open folio that follows a model. */
export const rtgSubscriptionDocuments: Projection<
  RtgSubscriptionDocument,
  SubscribedToRtg | FolioClosed
> = {
  name: 'rtgs.subscription',
  version: 1,
  indexes: [{ name: SUBSCRIPTIONS_OF_RTG, fields: ['rtgOid', 'folioNumber'] }],
  events: ['folio.SubscribedToRtg', 'folio.FolioClosed'],
  documents: ({ data }) => [data.folioNumber],
  fold(_document, event) {
    if (event.type === 'folio.FolioClosed') return undefined;
    const { rtgOid, folioNumber, accountNumber } = event.data;
    return { rtgOid, folioNumber, accountNumber, since: event.position.toString() };
  },
};
