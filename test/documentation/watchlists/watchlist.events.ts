import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent } from '#libs/platform/kernel';
import { ofAccount } from '#libs/contexts/codes';

/** A ticker was added to the watch list of an account. */
export type TickerAdded = DomainEvent<
  'watchlist.TickerAdded',
  { readonly accountNumber: string; readonly ticker: string }
>;

/** Events of streams `watchlist-{accountNumber}`: how histories describe them, and what the feed publishes of them. */
export const watchlistEvents = defineEvents<TickerAdded>({
  'watchlist.TickerAdded': {
    history: {
      title: 'Ticker added to the watch list',
      subjects: ofAccount,
      fields: ({ ticker }) => ({ ticker }),
    },
    publishes: 'nothing',
  },
});
