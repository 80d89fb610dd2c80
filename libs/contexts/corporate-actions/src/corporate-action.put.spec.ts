import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody } from '#libs/platform/http';
import { fieldProblem, ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import {
  action,
  announced,
  changed,
  election,
  input,
  proposal,
  put,
  sayOnPay,
  tender,
  votes,
  votesCast,
  votesReported,
} from '../test/corporate-action-fixtures.js';
import { CorporateActionDto } from './corporate-action.dto.js';
import { corporateAction } from './corporate-action.js';

const stream = specification(corporateAction);

const withQuestion = (question: object): object => ({
  ...input,
  questions: [question],
});

describe('PUT by the back office [back-office.corporateactions]', () => {
  it('announces an action in canonical form', () => {
    stream.given([]).when(put()).then([announced()]);
  });

  it('issuer and type are enough; without possibleChoiceAnswers every code is allowed', () => {
    const least = { issuer: 'IBM', type: 'M' };
    const nothing = { activity: null, description: null, introText: null, status: null };
    stream
      .given([])
      .when(put(least))
      .then([
        announced({
          ...least,
          type: 'M',
          ticker: null,
          ...nothing,
          deadline: null,
          shares: null,
          links: {},
          docs: [],
          questions: [],
        }),
      ]);
    const open = { ...action.questions[0]!, possibleChoiceAnswers: ['0', '1', '2', '3'] as const };
    stream
      .given([])
      .when(put(withQuestion({ ...election, possibleChoiceAnswers: null })))
      .then([announced({ ...action, questions: [open] })]);
  });

  it('an unchanged body is no event, a changed one an update', () => {
    const given = stream.given([announced()]);
    given.when(put()).thenNothing();
    given.when(put({ ...input, shares: '125.5', deadline: '2026-04-01T20:00:00Z' })).thenNothing();
    given
      .when(put({ ...input, status: 'Closed' }))
      .then([changed({ ...action, status: 'Closed' })]);
  });

  it('the notification in the body must match the path', () => {
    stream
      .given([])
      .when(put({ ...input, notifid: '1' }))
      .thenRefused([
        ruleProblem('uri.matching.rule', 'The value differs from the one in the path.', 'notifid'),
      ]);
  });

  it('an action that is too long for one event is refused', () => {
    const questions = Array.from({ length: 100 }, (_, index) => ({
      ...proposal,
      questionsId: String(index),
      question: 'x'.repeat(4000),
    }));
    stream
      .given([])
      .when(put({ ...input, questions }))
      .thenRefused([
        fieldProblem('questions', 'invalid.length', 'The action as a whole is too long.'),
      ]);
  });
});

describe('the body', () => {
  const problemsOf = (body: object): unknown[] =>
    readBody(
      CorporateActionDto,
      parseJsonText(JSON.stringify(body)),
      '2026-03-02T15:00:00.000Z',
    ).problems.map(({ field, errorCode, message = '' }) => [
      field,
      errorCode,
      ...(/^(?:docs|questions)\[[^:]*/.exec(message) ?? []),
    ]);

  it('codes, lengths and links, all in one list; an optional text that is blank counts as not sent', () => {
    expect(
      problemsOf({
        issuer: 'x'.repeat(201),
        type: 'X',
        ticker: 'ibm',
        activity: ' ',
        introText: 'a\u0007',
        description: 'x'.repeat(2001),
        deadline: '2026-04-01',
        shares: '-1',
        companyWebsite: 'javascript:alert(1)',
        tenderOffer: 'https://a b',
        warrentsOffer: 'x'.repeat(2049),
        docs: [{}, { fileLocation: 'data:text/html,x', description: '' }],
      }).sort(),
    ).toEqual(
      [
        ['issuer', 'invalid.length'],
        ['type', 'invalid.choice'],
        ['ticker', 'invalid.value'],
        ['introText', 'invalid.value'],
        ['description', 'invalid.length'],
        ['deadline', 'invalid.date'],
        ['shares', 'invalid.value'],
        ['companyWebsite', 'invalid.value'],
        ['tenderOffer', 'invalid.value'],
        ['warrentsOffer', 'invalid.length'],
        ['fileLocation', 'cannot.be.null', 'docs[0]'],
        ['fileLocation', 'invalid.value', 'docs[1]'],
      ].sort(),
    );
  });

  it.each([
    'JavaScript:alert(1)',
    'javascript://x/?https://y',
    'data:x',
    'ftp://x',
    'HTTPS:x',
    'a b',
  ])('no link: %j', (companyWebsite) => {
    expect(problemsOf({ ...input, companyWebsite })).toEqual([['companyWebsite', 'invalid.value']]);
  });

  it.each(['HTTPS://x/y', 'http://x', 'www.example.com/a?b=c:d'])(
    'a link: %s',
    (companyWebsite) => {
      expect(problemsOf({ ...input, companyWebsite })).toEqual([]);
    },
  );

  it('questions: unique ids; parts of elections only in elections', () => {
    const { choices, possibleChoiceAnswers } = election;
    const questions = [
      { ...proposal, choices, possibleChoiceAnswers },
      { ...sayOnPay, questionsId: 'p', choices: [], possibleChoiceAnswers: [] },
      { ...election, questionsId: 'a b', choices: [] },
      { ...election, choices: null },
    ];
    expect(problemsOf({ ...input, questions })).toEqual([
      ['choices', 'invalid.for.question.type', 'questions[0]'],
      ['possibleChoiceAnswers', 'invalid.for.question.type', 'questions[0]'],
      ['questionsId', 'invalid.value', 'questions[2]'],
      ['choices', 'invalid.value', 'questions[2]'],
      ['choices', 'cannot.be.null', 'questions[3]'],
      ['questionsId', 'invalid.value', 'questions[1]'],
    ]);
  });

  it('choices: each with a name and a unique number; answers are codes', () => {
    const choices = [
      {},
      { choice: 'Ann', choiceId: '0' },
      { choice: 'Bob', choiceId: '0' },
      { choice: 'Cy', choiceId: '01' },
    ];
    const possibleChoiceAnswers = ['0', '4'];
    expect(problemsOf(withQuestion({ ...election, choices, possibleChoiceAnswers }))).toEqual([
      ['choice', 'cannot.be.null', 'questions[0].choices[0]'],
      ['choiceId', 'cannot.be.null', 'questions[0].choices[0]'],
      ['choiceId', 'invalid.value', 'questions[0].choices[3]'],
      ['possibleChoiceAnswers', 'invalid.choice', 'questions[0].possibleChoiceAnswers[1]'],
      ['choiceId', 'invalid.value', 'questions[0].choices[2]'],
    ]);
  });

  it('a tender requires the number of shares', () => {
    const tenderOnly = { ...input, shares: null, questions: [tender] };
    expect(problemsOf(tenderOnly)).toEqual([['shares', 'cannot.be.null']]);
  });
});

describe("votes in the back office's body [vote.cast]", () => {
  const voted = {
    ...input,
    questions: [
      {
        ...election,
        answered: true,
        choices: [
          { ...election.choices[0]!, choiceAnswer: '0' },
          { ...election.choices[1]!, choiceAnswer: '3' },
        ],
      },
      { ...proposal, answer: '1' },
      { ...sayOnPay, answered: true, answer: '3' },
      { ...tender, answered: true, sharesElected: '100' },
    ],
  };
  const { d, p, s, c } = votes;

  it('are reported with the action, or later', () => {
    stream
      .given([])
      .when(put(voted))
      .then([announced(), votesReported(d, p, s, c)]);
    stream
      .given([announced()])
      .when(put(voted))
      .then([votesReported(d, p, s, c)]);
    stream
      .given([announced(), votesReported(d, p, s, c)])
      .when(put(voted))
      .thenNothing();
  });

  it('a later PUT keeps the votes, whatever its body contains', () => {
    const given = stream.given([announced(), votesCast({ ...p, answer: '2' }, d)]);
    given.when(put()).thenNothing();
    given.when(put(voted)).then([votesReported(s, c)]);
    given
      .when(put({ ...input, status: 'Closed' }))
      .thenState((state) => given.when(put(voted)).thenState(() => state));
    const unvoted = { ...proposal, answered: false, answer: null };
    given.when(put({ ...input, questions: [election, unvoted, sayOnPay, tender] })).thenNothing();
  });

  it('the response of GET may be sent back even if the vote would no longer be accepted', () => {
    const fewer = { ...voted, shares: '99' };
    stream
      .given([announced(), votesCast(d, p, s, c)])
      .when(put(fewer))
      .then([changed({ ...action, shares: '99' })]);
  });

  it('a vote becomes void when its question changes type', () => {
    const question = { ...sayOnPay, questionsId: 'p' };
    const questions = [{ ...action.questions[2]!, questionsId: 'p' }];
    const given = stream.given([announced(), votesCast(p)]);
    given.when(put(withQuestion(question))).then([changed({ ...action, questions })]);
    given
      .when(put(withQuestion({ ...question, answer: '0' })))
      .then([
        changed({ ...action, questions }),
        votesReported({ questionsId: 'p', questionsType: 'S', answer: '0' }),
      ]);
  });

  it('must be votes, and agree with answered', () => {
    const other = (type: string) => `questions[0]: Questions of type ${type} do not have it.`;
    const refused = (question: object, ...problems: ReturnType<typeof fieldProblem>[]) =>
      stream
        .given([])
        .when(put(withQuestion(question)))
        .thenRefused(problems);
    const message = 'questions[0]: It must be one of 0 for, 1 against, 2 abstain.';
    refused({ ...proposal, answer: '3' }, fieldProblem('answer', 'invalid.choice', message));
    refused(
      { ...proposal, answered: true },
      fieldProblem(
        'answer',
        'cannot.be.null',
        'questions[0]: It is required for a question of type P.',
      ),
    );
    refused(
      { ...proposal, answered: false, answer: '0' },
      fieldProblem('answered', 'invalid.value', 'questions[0]: There is a vote.'),
    );
    refused(
      { ...tender, answer: '0' },
      fieldProblem('answer', 'invalid.for.question.type', other('C')),
      fieldProblem(
        'sharesElected',
        'cannot.be.null',
        'questions[0]: It is required for a question of type C.',
      ),
    );
    refused(
      { ...election, answered: true },
      fieldProblem(
        'choices',
        'invalid.value',
        'questions[0]: It must be a list of at least 1 item.',
      ),
    );
    const [first, second] = election.choices.map((one, n) => ({
      ...one,
      choiceAnswer: n === 0 ? '0' : '3',
    }));
    refused(
      { ...election, choices: [first!, second!], answer: '3,0' },
      fieldProblem(
        'answer',
        'invalid.value',
        'questions[0]: It must be the votes on all directors, joined by commas.',
      ),
    );
    refused(
      { ...election, choices: [first!, second!], answered: false },
      fieldProblem('answered', 'invalid.value', 'questions[0]: There is a vote.'),
    );
    refused(
      { ...election, choices: [first!, election.choices[1]!], answered: true },
      fieldProblem('answered', 'invalid.value', 'questions[0]: A director has no vote.'),
    );
    refused(
      { ...tender, sharesElected: '125.51' },
      fieldProblem('sharesElected', 'invalid.value', 'questions[0]: It must be at most 125.5.'),
    );
  });

  it('zero shares elected is no vote unless answered is true', () => {
    const questions = [action.questions[3]!];
    const none = { ...tender, sharesElected: '0' };
    stream
      .given([])
      .when(put(withQuestion(none)))
      .then([announced({ ...action, questions })]);
    stream
      .given([])
      .when(put(withQuestion({ ...none, answered: true })))
      .then([announced({ ...action, questions }), votesReported({ ...c, sharesElected: '0' })]);
  });
});
