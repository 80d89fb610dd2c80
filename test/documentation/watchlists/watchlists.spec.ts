import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { account } from '#libs/contexts/accounts';
import { processMetadata } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { FIRM, open } from '../../../libs/contexts/accounts/test/account-fixtures.js';
import { RunningFeature } from '../../support/running-feature.js';
import type { TickerAdded } from './watchlist.events.js';
import { type AddTicker, watchlist, watchlistRules } from './watchlist.js';
import { WatchlistsModule } from './watchlists.module.js';

const accountNumber = 'RA12345678';
const add = (ticker: string): AddTicker => ({ type: 'AddTicker', accountNumber, ticker });
const added = (ticker: string): TickerAdded => ({
  type: 'watchlist.TickerAdded',
  data: { accountNumber, ticker },
});

describe('the decider', () => {
  const list = specification(watchlist);

  it('adds a ticker once', () => {
    list
      .given([])
      .when(add('SPY'))
      .then([added('SPY')]);
    list
      .given([added('SPY')])
      .when(add('SPY'))
      .thenNothing();
  });

  it('takes 50 tickers', () => {
    const full = Array.from({ length: 50 }, (_, n) => added(`T${n}`));
    list
      .given(full)
      .when(add('SPY'))
      .thenRefused([watchlistRules.broken('watchlist.full.rule')]);
    list
      .given(full.slice(1))
      .when(add('SPY'))
      .then([added('SPY')]);
  });
});

describe('the feature alone, with those it imports', () => {
  const as = `client ${FIRM} advisor`;
  const path = `/restapi/accounts/${accountNumber}/watchlist`;
  let running: RunningFeature;
  beforeAll(async () => {
    const now = (): number => Date.parse('2026-03-02T15:00:00.000Z');
    running = await RunningFeature.start(WatchlistsModule, { now });
    const metadata = processMetadata('test', 'open', '2026-03-02T15:00:00.000Z');
    const command = open('I', {}, { accountNumber });
    await running.platform.aggregates.handle(account, accountNumber, command, metadata);
  });
  afterAll(() => running.stop());

  it('stores an event and shows the document that it is folded into', async () => {
    const answer = await running.call('POST', path, { as, body: { ticker: 'SPY' } });
    expect(answer.statusCode).toBe(201);
    expect((await running.call('GET', path, { as })).json()).toEqual({ tickers: ['SPY'] });
  });

  it('is closed to those without the right, and tells what is wrong with a body', async () => {
    const stranger = await running.call('POST', path, { as: 'client 1000002 x', body: {} });
    expect(stranger.statusCode).toBe(404);
    const answer = await running.call('POST', path, { as, body: {} });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      [expect.objectContaining({ field: 'ticker', errorCode: 'cannot.be.null' })],
    ]);
  });
});
