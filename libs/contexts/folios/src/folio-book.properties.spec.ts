import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, parseDecimal, Quantity } from '#libs/platform/kernel';
import { eventsOf } from '#libs/platform/testing';
import { folioInput } from '../test/folio-fixtures.js';
import {
  findFolio,
  folioBook,
  type FolioCommand,
  folioNumber,
  splitFolioNumber,
} from './folio-book.js';
import type { FolioEvent } from './folio.events.js';

const accountNumber = 'RA12345678';

const facts = {
  account: { firmId: '900001', owners: ['jdoe'] },
  rtgKnown: true,
  restriction: undefined,
  closed: undefined,
};

const ticker = fc.constantFrom('IBM', 'AAPL', 'BRK.B', 'MSFT');

const folio = fc
  .integer({ min: 0, max: 8 })
  .map((sequence) => folioNumber(accountNumber, sequence));

const weight = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((cents) => new Decimal(cents).div(100).toFixed(2)),
  fc.constantFrom('50', '100', '25.5', '33.333'),
);

const command: fc.Arbitrary<FolioCommand> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ folioName: fc.string({ maxLength: 50 }), dividendReinvest: fc.boolean() })
      .map((input) => ({
        type: 'CreateFolio' as const,
        accountNumber,
        input: { ...folioInput(), ...input },
        facts,
      })),
  },
  fc.record({
    type: fc.constant('UpdateFolio' as const),
    accountNumber: fc.constant(accountNumber),
    folioNumber: folio,
    changes: fc.record(
      { folioName: fc.string({ maxLength: 50 }), folioStatus: fc.constantFrom('O', 'C') },
      { requiredKeys: [] },
    ),
    facts: fc.constant(facts),
  }),
  fc.record({
    type: fc.constant('DecideClosing' as const),
    accountNumber: fc.constant(accountNumber),
    folioNumber: folio,
    obstacles: fc.constantFrom([], ['Order 7 is open.']),
  }),
  fc.record({
    type: fc.constant('SetTargetWeights' as const),
    accountNumber: fc.constant(accountNumber),
    folioNumber: folio,
    targetWeights: fc.array(fc.record({ ticker, targetWeight: weight }), { maxLength: 5 }),
    facts: fc.constant(facts),
  }),
  fc.record({
    type: fc.constant('SetPositions' as const),
    accountNumber: fc.constant(accountNumber),
    folioNumber: folio,
    positions: fc.array(
      fc.record({ ticker, shareQuantity: weight.map((text) => Quantity.of(text)) }),
      {
        maxLength: 3,
      },
    ),
    facts: fc.constant(facts),
  }),
  folio.chain((folioNumber) =>
    fc.constantFrom('1', '2').map((prePackagedFolioOid) => ({
      type: 'SubscribeToRtg' as const,
      accountNumber,
      folioNumber,
      input: { folioNumber, prePackagedFolioOid },
      facts,
    })),
  ),
);

/** Events left by a list of commands; refused ones leave none. */
const run = (commands: readonly FolioCommand[]): FolioEvent[] => eventsOf(folioBook, commands);

describe('any list of commands on the folios of an account', () => {
  it('numbers run from 03 without gaps or duplicates', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 120 }), (commands) => {
        const numbers = run(commands)
          .filter((event) => event.type === 'folio.FolioCreated')
          .map((event) => Number(splitFolioNumber(event.data.folioNumber)?.sequence));
        expect(numbers).toEqual(numbers.map((_, index) => index + 3));
        expect(numbers.length).toBeLessThanOrEqual(97);
      }),
    );
  });

  it('stored target weights total exactly 100', () => {
    const splits = fc
      .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 9 })
      .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 10_000])
      .map((edges) => edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0)));
    fc.assert(
      fc.property(splits, fc.array(command, { maxLength: 20 }), (cents, others) => {
        const targetWeights = cents.map((part, index) => ({
          ticker: String.fromCharCode(65 + index),
          targetWeight: new Decimal(part).div(100).toFixed(2),
        }));
        const exact: FolioCommand = {
          type: 'SetTargetWeights',
          accountNumber,
          folioNumber: folioNumber(accountNumber, 3),
          targetWeights,
          facts,
        };
        const input = folioInput();
        const first: FolioCommand = { type: 'CreateFolio', accountNumber, input, facts };
        const kept = run([first, exact, ...others]).filter(
          (event) => event.type === 'folio.TargetWeightsSet',
        );
        const sent = targetWeights.map(({ ticker, targetWeight }) => [ticker, targetWeight]);
        expect(kept[0]?.data.weights).toEqual(sent);
        for (const event of kept) {
          const sum = event.data.weights.reduce(
            (total, [, weight]) => total.plus(parseDecimal(weight) ?? NaN),
            new Decimal(0),
          );
          expect(sum.toFixed(2)).toBe('100.00');
        }
      }),
    );
  });

  it('a folio with positions is never closed', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        let state = folioBook.initial;
        for (const event of run(commands)) {
          const before = state;
          state = folioBook.evolve(before, event);
          if (event.type !== 'folio.FolioClosed') continue;
          const { folio } = findFolio(before, accountNumber, event.data.folioNumber) ?? {};
          expect(folio?.positions).toEqual([]);
        }
      }),
    );
  });

  it('a command sent twice changes nothing but the number of folios', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const twice = commands.flatMap((next): FolioCommand[] =>
          next.type === 'CreateFolio' ? [next] : [next, next],
        );
        expect(run(twice)).toEqual(run(commands));
      }),
    );
  });

  it('evolve accepts events in any order, also of unknown folios', () => {
    const shuffled = fc
      .array(command, { maxLength: 40 })
      .map(run)
      .chain((events) => fc.shuffledSubarray(events));
    fc.assert(
      fc.property(shuffled, (events) => {
        expect(() => events.reduce(folioBook.evolve, folioBook.initial)).not.toThrow();
      }),
    );
  });
});
