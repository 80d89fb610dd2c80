import { describe, expect, it } from '@jest/globals';
import { fieldProblem, notFound, pathMismatch, ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import {
  action,
  announced,
  cast,
  castBody,
  changed,
  notifid,
  votes,
  votesCast,
} from '../test/corporate-action-fixtures.js';
import { corporateAction, voteOn } from './corporate-action.js';

const stream = specification(corporateAction);

const open = stream.given([announced()]);

const { d, p, s, c } = votes;

const refused = (vote: object, ...problems: ReturnType<typeof fieldProblem>[]) =>
  open.when(cast(vote)).thenRefused(problems);

describe('votes [vote.cast]', () => {
  it('a vote on each type of question', () => {
    open.when(cast(d, p, s, c)).then([votesCast(d, p, s, c)]);
    open
      .when(castBody({ notifid, type: 'P', questions: [{ questionsId: 'p', answer: '1' }] }))
      .then([votesCast(p)]);
  });

  it('the same vote again is no event, another one replaces it', () => {
    const given = stream.given([announced(), votesCast(d, p, s, c)]);
    given.when(cast(p, d)).thenNothing();
    const against = { ...p, answer: '0' };
    given.when(cast(against, s)).then([votesCast(against)]);
    given
      .when(cast(against))
      .thenState((state) => expect(state?.votes).toEqual([d, s, c, against]));
    const other = { ...s, answer: '0' };
    given
      .when(cast(against, other))
      .thenState((state) => expect(state?.votes).toEqual([d, c, against, other]));
  });

  it('directors that are not named keep their vote', () => {
    const given = stream.given([announced(), votesCast(d)]);
    const choices = [{ choiceId: '1', choiceAnswer: '0' }] as const;
    given
      .when(cast({ ...d, choices }))
      .then([votesCast({ ...d, choices: [{ choiceId: '0', choiceAnswer: '0' }, ...choices] })]);
  });

  it.each([
    ['p', '0 for, 1 against, 2 abstain', ['0', '1', '2'], ['3']],
    ['s', '0 1 year, 1 2 years, 2 3 years, 3 abstain', ['0', '1', '2', '3'], []],
  ])('answer codes of type %s', (questionsId, meanings, good, bad) => {
    for (const answer of good) {
      open
        .when(cast({ questionsId, answer }))
        .thenState((state) => expect(state?.votes).toMatchObject([{ questionsId, answer }]));
    }
    for (const answer of bad) {
      refused(
        { questionsId, answer },
        fieldProblem('answer', 'invalid.choice', `questions[0]: It must be one of ${meanings}.`),
      );
    }
  });

  it('answer codes of type D; possibleChoiceAnswers restrict them further', () => {
    const vote = (choiceAnswer: string) => ({
      questionsId: 'd',
      choices: [{ choiceId: '0', choiceAnswer }],
    });
    for (const choiceAnswer of ['0', '3']) {
      open
        .when(cast(vote(choiceAnswer)))
        .thenState((state) => expect(state?.votes).toMatchObject([vote(choiceAnswer)]));
    }
    for (const choiceAnswer of ['1', '2']) {
      const message = 'questions[0].choices[0]: It must be one of 0 for, 3 withhold.';
      refused(vote(choiceAnswer), fieldProblem('choiceAnswer', 'invalid.choice', message));
    }
  });

  it('sharesElected: from none to all shares', () => {
    for (const sharesElected of ['0', '0.00000001', '125.5']) {
      open
        .when(cast({ questionsId: 'c', sharesElected }))
        .then([votesCast({ ...c, sharesElected })]);
    }
    refused(
      { questionsId: 'c', sharesElected: '125.50000001' },
      fieldProblem('sharesElected', 'invalid.value', 'questions[0]: It must be at most 125.5.'),
    );
  });

  it('parts of a vote belong to a type of question', () => {
    const other = (field: string, type: string) =>
      fieldProblem(
        field,
        'invalid.for.question.type',
        `questions[0]: Questions of type ${type} do not have it.`,
      );
    const { choices } = d;
    refused({ ...p, choices }, other('choices', 'P'));
    refused({ ...s, sharesElected: '1' }, other('sharesElected', 'S'));
    refused({ ...d, answer: '0' }, other('answer', 'D'));
    refused({ ...d, sharesElected: '1' }, other('sharesElected', 'D'));
    refused({ ...c, answer: '0', choices }, other('answer', 'C'), other('choices', 'C'));
  });

  it('each question requires its part', () => {
    const missing = (field: string, type: string) => {
      const message = `questions[0]: It is required for a question of type ${type}.`;
      return fieldProblem(field, 'cannot.be.null', message);
    };
    refused({ questionsId: 'p' }, missing('answer', 'P'));
    refused({ questionsId: 's', answer: null }, missing('answer', 'S'));
    refused({ questionsId: 'd' }, missing('choices', 'D'));
    refused({ questionsId: 'c' }, missing('sharesElected', 'C'));
    refused(
      { questionsId: 'd', choices: [] },
      fieldProblem(
        'choices',
        'invalid.value',
        'questions[0]: It must be a list of at least 1 item.',
      ),
    );
  });

  it('questions and choices must exist', () => {
    open
      .when(
        cast(
          { questionsId: 'x', answer: '0' },
          { ...s, questionsType: 'P' },
          { ...d, choices: [...d.choices, { choiceId: '2', choiceAnswer: '0' }] },
        ),
      )
      .thenRefused([
        fieldProblem('questionsId', 'invalid.choice', 'questions[0]: There is no such question.'),
        fieldProblem('questionsType', 'invalid.value', 'questions[1]: The type is S.'),
        fieldProblem(
          'choiceId',
          'invalid.choice',
          'questions[2].choices[2]: There is no such choice.',
        ),
      ]);
  });

  it('notifid and type must match the action', () => {
    open
      .when(castBody({ notifid: '1', type: 'V', questions: [p] }))
      .thenRefused([
        pathMismatch('notifid'),
        fieldProblem('type', 'invalid.value', 'The type is P.'),
      ]);
  });

  it('until the deadline, to the millisecond; without one at any time', () => {
    open
      .at('2026-04-01T20:00:00.000Z')
      .when(cast(p))
      .then([votesCast(p)]);
    const deadline = ruleProblem(
      'corporateaction.deadline.rule',
      'The deadline was 2026-04-01T20:00:00.000+00:00.',
    );
    open.at('2026-04-01T20:00:00.001Z').when(cast(p)).thenRefused([deadline]);
    open
      .at('2026-04-01T20:00:00.001Z')
      .when(cast({ ...p, answer: '3' }))
      .thenRefused([
        deadline,
        fieldProblem(
          'answer',
          'invalid.choice',
          'questions[0]: It must be one of 0 for, 1 against, 2 abstain.',
        ),
      ]);
    stream
      .given([announced(), changed({ ...action, deadline: null })])
      .at('2036-01-01T00:00:00.000Z')
      .when(cast(p))
      .then([votesCast(p)]);
  });

  it('an unknown action', () => {
    stream.given([]).when(cast(p)).thenRefused(notFound().problems, 'not_found');
  });

  it('a vote on a removed director no longer counts', () => {
    const [election] = action.questions;
    const [, bob] = election!.choices!;
    const now = { ...election!, choices: [bob!] };
    expect(voteOn(now, [d])).toEqual({ ...d, choices: [d.choices[1]] });
    expect(voteOn({ ...now, choices: [{ ...bob!, choiceId: '7' }] }, [d])).toBeUndefined();
    expect(voteOn({ ...now, questionsType: 'P' }, [d])).toBeUndefined();
  });
});
