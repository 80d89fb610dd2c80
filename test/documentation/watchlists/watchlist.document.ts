import type { Projection } from '#libs/platform/read-models';
import type { TickerAdded } from './watchlist.events.js';

/** The watch list of an account, as GET shows it. */
export type WatchlistDocument = Readonly<{ tickers: readonly string[]; revision: number }>;

/** Read model `watchlists.watchlist`: one document for each account number. */
export const watchlistDocuments: Projection<WatchlistDocument, TickerAdded> = {
  name: 'watchlists.watchlist',
  version: 1,
  indexes: [],
  events: ['watchlist.TickerAdded'],
  documents: ({ data }) => [data.accountNumber],
  fold: (before, { data, revision }) => ({
    tickers: [...(before?.tickers ?? []), data.ticker],
    revision,
  }),
};
