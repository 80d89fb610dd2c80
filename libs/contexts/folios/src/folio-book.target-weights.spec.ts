import { describe, it } from '@jest/globals';
import { notFound, type Problem, ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { accountNumber, created } from '../test/folio-fixtures.js';
import { folioBook, type SetTargetWeights } from './folio-book.js';
import type { FolioEvent } from './folio.events.js';

const folioNumber = 'RA1234567803';

const open = created('03');

const book = specification(folioBook);

type Pairs = readonly (readonly [string, string])[];

const list = (pairs: Pairs) => pairs.map(([ticker, targetWeight]) => ({ ticker, targetWeight }));

function set(pairs: Pairs, folio = folioNumber, restriction?: Problem): SetTargetWeights {
  const facts = { account: { firmId: '900001', owners: ['jdoe'] }, restriction };
  return {
    type: 'SetTargetWeights',
    accountNumber,
    folioNumber: folio,
    targetWeights: list(pairs),
    facts,
  };
}

function weights(pairs: Pairs): FolioEvent {
  return {
    type: 'folio.TargetWeightsSet',
    data: { accountNumber, folioNumber, weights: pairs },
  };
}

function total(sum: string): Problem {
  const message = `The target weights add up to ${sum}, not to 100.00.`;
  return ruleProblem('folio.target.weights.total.rule', message);
}

/** Tickers AA, AB … ZZ. */
const ticker = (index: number): string =>
  String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26));

describe('updating target weights [folio.weights]', () => {
  it('"must add up to 100 percent": exactly, in canonical form', () => {
    book
      .given([open])
      .when(
        set([
          ['IBM', '33.3'],
          ['AAPL', '66.70'],
        ]),
      )
      .then([
        weights([
          ['IBM', '33.30'],
          ['AAPL', '66.70'],
        ]),
      ]);
    book
      .given([open])
      .when(set([['IBM', '100']]))
      .then([weights([['IBM', '100.00']])]);
  });

  it.each([
    ['99.99', '99.99'],
    ['60', '60'],
  ])('a total of %s is refused (folio.target.weights.total.rule)', (weight, sum) => {
    book
      .given([open])
      .when(set([['IBM', weight]]))
      .thenRefused([total(sum)]);
  });

  it('a total above 100 is refused', () => {
    book
      .given([open])
      .when(
        set([
          ['IBM', '50'],
          ['AAPL', '50.01'],
        ]),
      )
      .thenRefused([total('100.01')]);
    book
      .given([open])
      .when(set([['IBM', '100.01']]))
      .thenRefused([total('100.01')]);
  });

  it('the empty list is an error', () => {
    book
      .given([open])
      .when(set([]))
      .thenRefused([total('0')]);
  });

  it('any number of items', () => {
    const pairs = Array.from({ length: 500 }, (_, index) => [ticker(index), '0.20'] as const);
    book
      .given([open])
      .when(set(pairs))
      .then([weights(pairs)]);
  });

  it('up to six decimals count', () => {
    const pairs = [
      ['IBM', '99.999999'],
      ['AAPL', '0.000001'],
    ] as const;
    book
      .given([open])
      .when(set(pairs))
      .then([weights(pairs)]);
  });

  it('repeating them leaves no event', () => {
    book
      .given([open, weights([['IBM', '100.00']])])
      .when(set([['IBM', '100.0']]))
      .thenNothing();
  });

  it.each(['01', '02'])('folio %s has none (folio.reserved.rule)', (sequence) => {
    book
      .given([])
      .when(set([['IBM', '100']], accountNumber + sequence))
      .thenRefused([
        ruleProblem('folio.reserved.rule', 'Folios 01 and 02 have no target weights.'),
      ]);
  });

  it('a restricted or closed one refuses them, along with all other problems', () => {
    const restriction = ruleProblem('account.restricted.rule', 'Restriction 020.');
    book
      .given([open, { type: 'folio.FolioClosed', data: { accountNumber, folioNumber } }])
      .when(set([['IBM', '99.99']], folioNumber, restriction))
      .thenRefused([
        restriction,
        total('99.99'),
        ruleProblem('folio.closed.rule', 'The folio is closed.'),
      ]);
  });

  it('an unknown folio', () => {
    book
      .given([open])
      .when(set([['IBM', '100']], 'RA1234567804'))
      .thenRefused(notFound().problems, 'not_found');
  });
});
