import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codesOf, isRefusal, pathMismatch, type Problem, ruleProblem } from '#libs/platform/kernel';
import { countingIds, specification } from '#libs/platform/testing';
import {
  bare,
  corrected,
  input,
  owners,
  put,
  reported,
  transaction,
} from '../test/folio-transaction-fixtures.js';
import type { FolioTransaction, TransactionEvent } from './transaction.events.js';
import { folioTransaction, TransactionCategories, transactionIn } from './transaction.js';

const stream = specification(folioTransaction);

const MARKET = 'folio.transaction.market.value.rule';

function refused(sent: object, ...problems: Problem[]): void {
  stream
    .given([])
    .when(put({ ...input, ...sent }))
    .thenRefused(problems);
}

describe('PUT by the back office [back-office.transactions]', () => {
  it('reports a transaction in canonical form', () => {
    stream.given([]).when(put()).then([reported()]);
  });

  it('an unchanged body is no event, a changed one a correction', () => {
    const given = stream.given([reported()]);
    given.when(put()).thenNothing();
    given.when(put({ ...input, quantity: '-2.5', date: '2026-02-27T15:30:00Z' })).thenNothing();
    // the folio's name is not part of the transaction
    given.when(put({ ...input, folioName: 'Renamed' })).thenNothing();
    const changed = { ...transaction, net: '250.26', marketNet: null };
    given.when(put({ ...input, net: '250.26', marketNet: null })).then([corrected(changed)]);
  });

  it('a category and a date are enough', () => {
    const least = { categoryName: 'Fees', date: '2026-02-27T15:30:00Z' };
    stream
      .given([])
      .when(put(least))
      .then([reported(bare)]);
  });

  it.each([...codesOf(TransactionCategories), 'trades', 'Rebates'])(
    'category %s',
    (categoryName) => {
      const sent = { categoryName, date: '2026-02-27T15:30:00Z' };
      stream
        .given([])
        .when(put(sent))
        .then([reported({ ...bare, categoryName })]);
    },
  );

  it.each([
    ['Trades', false],
    ['Dividends', false],
    ['Interest', false],
    ['CashSweep', false],
    ['Deposits', true],
    ['Withdrawals', true],
    ['Fees', true],
    ['Transfers', true],
    ['Adjustments', true],
    ['trades', false],
    ['Rebates', true],
  ])(
    'the description of %s may be about a person: %s; notes always may',
    (categoryName, personal) => {
      const least = { categoryName, date: '2026-02-27T15:30:00Z' };
      const namesOwners = (sent: object) => {
        const context = { now: '2026-03-02T15:00:00.000Z', ids: countingIds() };
        const decision = folioTransaction.decide(put({ ...least, ...sent }), undefined, context);
        const [event] = isRefusal(decision) ? [] : decision;
        return event?.data.owners;
      };
      expect(namesOwners({})).toBeUndefined();
      expect(namesOwners({ transactionDesc: 'Bought 10 IBM' })).toEqual(
        personal ? owners : undefined,
      );
      expect(namesOwners({ notes: 'called' })).toEqual(owners);
    },
  );

  it('marketPrice and marketNet: internal transfers only, equal price and net', () => {
    const only = 'Only internal transfers (category Transfers) have market values.';
    refused(
      { categoryName: 'Trades' },
      ruleProblem(MARKET, only, 'marketPrice'),
      ruleProblem(MARKET, only, 'marketNet'),
    );
    refused(
      { marketPrice: '100', marketNet: '-250.25' },
      ruleProblem(MARKET, 'The value differs from price.', 'marketPrice'),
      ruleProblem(MARKET, 'The value differs from net.', 'marketNet'),
    );
  });

  it('ids must match the path; every broken rule in one list', () => {
    const differs = 'The value differs from price.';
    refused(
      { accountId: 'RA00000000', transactionId: '1', marketPrice: '100' },
      pathMismatch('accountId'),
      pathMismatch('transactionId'),
      ruleProblem(MARKET, differs, 'marketPrice'),
    );
  });
});

describe('any list of reports of a transaction', () => {
  const amount = fc.constantFrom('-2.50', '0.00', '0.01');
  const report = fc
    .record({
      categoryName: fc.constantFrom('Transfers', 'Trades', 'transfers'),
      net: fc.option(amount),
      marketNet: fc.option(amount),
      notes: fc.constantFrom(null, 'note'),
    })
    .map((fields) => put({ ...input, ...fields, marketPrice: null }));

  function run(list: readonly ReturnType<typeof put>[]): TransactionEvent[] {
    let state: FolioTransaction | undefined = folioTransaction.initial;
    return list.flatMap((command) => {
      const context = { now: '2026-03-02T15:00:00.000Z', ids: countingIds() };
      const decision = folioTransaction.decide(command, state, context);
      if (isRefusal(decision)) return [];
      state = decision.reduce(folioTransaction.evolve, state);
      return decision;
    });
  }

  it('only transfers have market values; sending a report twice leaves the same events', () => {
    let withMarketNet = 0;
    fc.assert(
      fc.property(fc.array(report, { maxLength: 12 }), (list) => {
        const events = run(list);
        expect(run(list.flatMap((command) => [command, command]))).toEqual(events);
        for (const [index, { type, data }] of events.entries()) {
          expect(type.endsWith('Reported')).toBe(index === 0);
          const { categoryName, marketNet, net } = transactionIn(data);
          if (marketNet === null) continue;
          expect(categoryName.toLowerCase()).toBe('transfers');
          expect(marketNet).toBe(net);
          withMarketNet += 1;
        }
      }),
    );
    expect(withMarketNet).toBeGreaterThan(0);
  });
});
