import { describe, expect, it } from '@jest/globals';
import {
  type Precondition,
  notFound,
  preconditionFailed,
  type Problem,
  ruleProblem,
} from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { accountNumber, created } from '../test/folio-fixtures.js';
import { findFolio, folioBook, type SubscribeToRtg } from './folio-book.js';
import type { FolioEvent } from './folio.events.js';

const folioNumber = 'RA1234567803';

const open = created('03', { prepackagedFolioId: '77' });

const weights: FolioEvent = {
  type: 'folio.TargetWeightsSet',
  data: {
    accountNumber,
    folioNumber,
    weights: [['IBM', '100.00']],
  },
};

const subscribed = (rtgOid: string, previousRtgOid: string | null = null): FolioEvent => ({
  type: 'folio.SubscribedToRtg',
  data: { accountNumber, folioNumber, rtgOid, previousRtgOid },
});

const closed: FolioEvent = { type: 'folio.FolioClosed', data: { accountNumber, folioNumber } };

const book = specification(folioBook);

interface Circumstances {
  readonly folio?: string;
  readonly rtgKnown?: boolean;
  readonly restriction?: Problem;
  readonly expectedRevision?: Precondition;
}

function subscribe(
  input: SubscribeToRtg['input'],
  { folio = folioNumber, rtgKnown = true, restriction, ...rest }: Circumstances = {},
): SubscribeToRtg {
  const facts = { account: { firmId: '900001', owners: ['jdoe'] }, rtgKnown, restriction };
  return { type: 'SubscribeToRtg', accountNumber, folioNumber: folio, input, facts, ...rest };
}

const to = (prePackagedFolioOid: string): SubscribeToRtg['input'] => ({
  folioNumber,
  prePackagedFolioOid,
});

const unknown = ruleProblem(
  'folio.invalid.rtg',
  'There is no such RTG folio.',
  'prePackagedFolioOid',
);

const folioIsClosed = ruleProblem('folio.closed.rule', 'The folio is closed.');

describe('subscribing a folio to an RTG folio [rtg.subscribe]', () => {
  it('sets rtgOid and leaves target weights and the associated RTG folio alone', () => {
    const after = book.given([open, weights]).when(subscribe(to('88')));
    after.then([subscribed('88')]);
    after.thenState((state) => {
      expect(findFolio(state, accountNumber, folioNumber)?.folio).toMatchObject({
        rtgOid: '88',
        prepackagedFolioId: '77',
        targetWeights: [{ ticker: 'IBM', targetWeight: '100.00' }],
        revision: 2,
      });
    });
  });

  it('another RTG folio replaces the previous one; repeating it changes nothing', () => {
    const given = book.given([open, subscribed('88')]);
    given.when(subscribe(to('99'))).then([subscribed('99', '88')]);
    given.when(subscribe(to('88'))).thenNothing();
  });

  it('an unknown RTG folio is folio.invalid.rtg, even if already followed', () => {
    book
      .given([open, subscribed('88')])
      .when(subscribe(to('88'), { rtgKnown: false }))
      .thenRefused([unknown]);
  });

  it('a restricted account refuses, together with everything else that is wrong [restriction.refuses]', () => {
    const restriction = ruleProblem('account.restricted.rule', 'The account is restricted.');
    const input = { folioNumber: 'RA1234567804', prePackagedFolioOid: '88' };
    book
      .given([open, closed])
      .when(subscribe(input, { restriction, rtgKnown: false }))
      .thenRefused([
        restriction,
        unknown,
        folioIsClosed,
        ruleProblem(
          'uri.matching.rule',
          'The value differs from the one in the path.',
          'folioNumber',
        ),
      ]);
  });

  it("folios 01 and 02 follow no RTG folio, and closed ones can't be changed", () => {
    for (const folio of ['RA1234567801', 'RA1234567802']) {
      book
        .given([])
        .when(subscribe({ folioNumber: folio, prePackagedFolioOid: '88' }, { folio }))
        .thenRefused([ruleProblem('folio.reserved.rule', 'Folios 01 and 02 follow no RTG folio.')]);
    }
    book
      .given([open, subscribed('88'), closed])
      .when(subscribe(to('88')))
      .thenRefused([folioIsClosed]);
  });

  it('an unknown folio is 404 and a stale If-Match 412', () => {
    book
      .given([open])
      .when(subscribe(to('88'), { folio: 'RA1234567804' }))
      .thenRefused(notFound().problems, 'not_found');
    book
      .given([open, weights])
      .when(subscribe(to('88'), { expectedRevision: [0] }))
      .thenRefused(preconditionFailed().problems, 'precondition_failed');
  });
});
