import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody } from '#libs/platform/http';
import { projectionSpecification, specification } from '#libs/platform/testing';
import {
  accountNumber,
  action,
  announced,
  changed,
  notifid,
  put,
  votes,
  votesCast,
  votesReported,
} from '../test/corporate-action-fixtures.js';
import {
  type CorporateActionDocument,
  corporateActionDocuments,
} from './corporate-action.document.js';
import { CorporateActionDto, toCorporateActionResponse } from './corporate-action.dto.js';
import type { CorporateActionEvent } from './corporate-action.events.js';
import { corporateAction } from './corporate-action.js';

const NOW = '2026-03-02T15:00:00.000Z';

const { d, p, s, c } = votes;

const history = [
  announced(),
  votesReported(c),
  votesCast(d, p),
  changed({ ...action, status: 'Closed' }),
  votesCast(s),
];

const id = `${accountNumber}/${notifid}`;

function fold(events: readonly CorporateActionEvent[]): CorporateActionDocument {
  let folded: unknown;
  projectionSpecification(corporateActionDocuments)
    .given(events)
    .thenDocuments((documents) => (folded = documents.get(id)));
  return folded as CorporateActionDocument;
}

describe('read model corporateActions.action', () => {
  it('every key [corporate-action.get]', () => {
    const unvoted = { answered: false, answer: null };
    const [election] = action.questions;
    expect(toCorporateActionResponse(fold([announced()]))).toEqual({
      notifid,
      issuer: 'International Business Machines',
      ticker: 'IBM',
      activity: 'Annual meeting',
      description: 'Election of directors\nand more',
      introText: 'Please vote.',
      status: 'Open',
      type: 'P',
      deadline: '2026-04-01T20:00:00.000+00:00',
      shares: '125.5',
      companyWebsite: 'www.example.com',
      proxyStatement: 'https://www.example.com/proxy.pdf',
      docs: [{ fileLocation: 'https://www.example.com/10k.pdf', description: 'Annual report' }],
      questions: [
        { ...election, ...unvoted },
        { ...action.questions[1], ...unvoted },
        { ...action.questions[2], ...unvoted },
        { ...action.questions[3], ...unvoted, sharesElected: null },
      ],
    });
  });

  it('shows votes: codes, numbers of shares, and those on directors', () => {
    const { status, questions } = toCorporateActionResponse(fold(history));
    expect(status).toBe('Closed');
    expect(questions).toMatchObject([
      { answered: true, answer: '0,3', choices: [{ choiceAnswer: '0' }, { choiceAnswer: '3' }] },
      { answered: true, answer: '1' },
      { answered: true, answer: '3' },
      { answered: true, answer: null, sharesElected: '100' },
    ]);
  });

  it('always equals the state of the decider, with the revision of the stream', () => {
    for (let length = 1; length <= history.length; length++) {
      const events = history.slice(0, length);
      const state = events.reduce(corporateAction.evolve, corporateAction.initial);
      expect(fold(events)).toEqual({ accountNumber, notifid, ...state, revision: length - 1 });
    }
  });

  it('what GET shows can be sent back by the back office and changes nothing', () => {
    for (let length = 1; length <= history.length; length++) {
      const events = history.slice(0, length);
      const body = JSON.stringify(toCorporateActionResponse(fold(events)));
      const { value, problems } = readBody(CorporateActionDto, parseJsonText(body), NOW);
      expect(problems).toEqual([]);
      specification(corporateAction).given(events).when(put(value)).thenNothing();
      // a service without the action also gets the votes
      specification(corporateAction)
        .given([])
        .when(put(value))
        .thenState((state) =>
          expect(
            toCorporateActionResponse({ ...state!, accountNumber, notifid, revision: 0 }),
          ).toEqual(JSON.parse(body)),
        );
    }
  });
});
