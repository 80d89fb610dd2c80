import { type Decider, refuse, RuleBook } from '#libs/platform/kernel';
import type { TickerAdded } from './watchlist.events.js';

export const watchlistRules = new RuleBook({
  'watchlist.full.rule': 'The watch list has 50 tickers already',
});

const MOST_TICKERS = 50;

/** Adds a ticker; one that is there changes nothing. */
export interface AddTicker {
  readonly type: 'AddTicker';
  readonly accountNumber: string;
  readonly ticker: string;
}

/** The watch list of one account: its tickers, in the order in which they were added. */
export const watchlist: Decider<readonly string[], AddTicker, TickerAdded> = {
  category: 'watchlist',
  initial: [],
  decide({ accountNumber, ticker }, tickers) {
    if (tickers.includes(ticker)) return [];
    if (tickers.length === MOST_TICKERS)
      return refuse(watchlistRules.broken('watchlist.full.rule'));
    return [{ type: 'watchlist.TickerAdded', data: { accountNumber, ticker } }];
  },
  evolve: (tickers, { data }) => [...tickers, data.ticker],
};
