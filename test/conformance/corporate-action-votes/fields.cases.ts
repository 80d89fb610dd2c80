import { describe, expect, it } from '@jest/globals';
import { type FieldRow, titled } from '../../support/field-rows.js';
import { CHOICE, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus } from '../../support/running-service.js';
import { election } from '../corporate-actions.fixture.js';

import { actions, all, notifid, questionsOf, refused } from './set-up.js';

const OTHER = 'invalid.for.question.type';

describe('Votes › fields', () => {
  const body: FieldRow[] = [
    ['notifid', {}, VALUE],
    ['notifid', 'x'.repeat(65), LENGTH],
    ...['X', 'p', {}, true].map((value): FieldRow => ['type', value, CHOICE]),
    ['questions', undefined, NULL],
    ['questions', null, NULL],
    ...[[], 'x', 5, {}, ['x']].map((value): FieldRow => ['questions', value, VALUE]),
    ['questions', Array.from({ length: 101 }, () => all.p), LENGTH],
  ];
  it.each(titled(body))('%s › %s [vote.cast]', async (field, _, value, errorCode) => {
    const answer = await refused({ questions: [all.p], [field]: value });
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  const question: FieldRow[] = [
    ['questionsId', undefined, NULL],
    ['questionsId', null, NULL],
    ['questionsId', '', NULL],
    ['questionsId', {}, VALUE],
    ['questionsId', 'x'.repeat(65), LENGTH],
    ['questionsId', 'unknown', CHOICE],
    ['questionsId', '__proto__', CHOICE],
    ...['X', 'p', {}].map((value): FieldRow => ['questionsType', value, CHOICE]),
    ['questionsType', 'S', VALUE],
    ['answer', undefined, NULL],
    ['answer', null, NULL],
    ['choices', all.d.choices, OTHER],
    ['choices', 'x', VALUE],
    ['sharesElected', '1', OTHER],
    ['sharesElected', 'x', VALUE],
  ];
  it.each(titled(question))(
    'questions › %s › %s [vote.cast]',
    async (field, _, value, errorCode) => {
      const answer = await refused({ questions: [{ ...all.p, [field]: value }] });
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  const answers: [string, string, readonly unknown[], readonly unknown[]][] = [
    ['Proposal', 'q-p', ['0', '1', '2', 0], ['3', '4', '-1', 'for', '00', 3, true, {}, []]],
    ['Say on Pay', 'q-s', ['0', '1', '2', '3', 3], ['4', '1 year', 4, 0.5, {}]],
  ];
  it.each(answers)('Response codes › %s [answer-codes.*]', async (_, questionsId, good, bad) => {
    const id = await actions.announce();
    for (const answer of good) expectStatus(await actions.vote(id, { questionsId, answer }), 200);
    for (const answer of bad) {
      const problems = [{ type: 'VALIDATION_FIELD', field: 'answer', errorCode: CHOICE }] as const;
      expectExactly(await refused({ questions: [{ questionsId, answer }] }), problems);
    }
  });

  it('Response codes › Election of directors, possibleChoiceAnswers restrict them [answer-codes.directors question.possibleChoiceAnswers]', async () => {
    const questionsId = 'q-d';
    const of = (choiceAnswer: unknown) => ({
      questionsId,
      choices: [{ choiceId: '0', choiceAnswer }],
    });
    const open = await actions.announce({ questions: [election({ possibleChoiceAnswers: null })] });
    expect(await questionsOf(open)).toMatchObject([
      { possibleChoiceAnswers: ['0', '1', '2', '3'] },
    ]);
    for (const code of ['0', '1', '2', '3', 3]) {
      expectStatus(await actions.vote(open, of(code)), 200);
    }
    for (const code of ['1', '2', '4', 'for', 4, {}, true]) {
      const problems = [{ field: 'choiceAnswer', errorCode: CHOICE }];
      expectExactly(await refused({ questions: [of(code)] }), problems);
    }
  });

  const choices: FieldRow[] = [
    ['choiceId', undefined, NULL],
    ['choiceId', null, NULL],
    ['choiceId', '', NULL],
    ['choiceId', {}, VALUE],
    ['choiceId', '2', CHOICE],
    ['choiceId', '1234567', LENGTH],
    ['choiceAnswer', undefined, NULL],
    ['choiceAnswer', null, NULL],
  ];
  it.each(titled(choices))(
    'questions › choices › %s › %s [vote.cast]',
    async (field, _, value, errorCode) => {
      const vote = { ...all.d, choices: [{ choiceId: '0', choiceAnswer: '0', [field]: value }] };
      const answer = await refused({ questions: [vote] });
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it('sharesElected › for type C only, at most shares [question.sharesElected]', async () => {
    const of = (sharesElected: unknown) => ({ questionsId: 'q-c', sharesElected });
    const id = await actions.announce();
    for (const good of ['0', '125.5', 125.5, '0.00000001']) {
      expectStatus(await actions.vote(id, of(good)), 200);
    }
    const field = 'sharesElected';
    for (const bad of ['125.50000001', '126', '-1', '1.123456789', 'x', true, {}, '1e1']) {
      expectExactly(await refused({ questions: [of(bad)] }), [{ field, errorCode: VALUE }]);
    }
    expectExactly(await refused({ questions: [of(null)] }), [{ field, errorCode: NULL }]);
    const coded = { ...of('1'), answer: '0' };
    expectExactly(await refused({ questions: [coded] }), [{ field: 'answer', errorCode: OTHER }]);
  });

  it('Errors › SYNTAX › unknown keys at each depth, case-sensitive; every problem of fields at once [errors.SYNTAX errors.list]', async () => {
    const answer = await refused({
      NotifId: notifid,
      notifid: '1',
      questions: [
        { questionsId: 'q-p', questionId: 'q-p', answer: '9', comment: 'x' },
        all.s,
        all.s,
        { ...all.d, choices: [{ choiceId: '0', choiceAnswer: '0', ChoiceId: '0' }] },
        { questionsId: 'nope' },
      ],
    });
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'NotifId' },
      { type: 'SYNTAX', field: 'questionId' },
      { type: 'SYNTAX', field: 'comment' },
      { type: 'SYNTAX', field: 'ChoiceId' },
      { field: 'answer', errorCode: CHOICE },
      { field: 'questionsId', errorCode: VALUE },
    ]);
  });

  it('Errors › an item that is no object is one problem and keeps its place [errors.list]', async () => {
    const answer = await refused({
      questions: [null, { questionsId: 'q-d', choices: [7, {}] }, { questionsId: 'nope' }, 'x'],
    });
    expectExactly(answer, [
      { field: 'questions', errorCode: VALUE, message: 'questions[0]: It must be an object.' },
      {
        field: 'choices',
        errorCode: VALUE,
        message: 'questions[1].choices[0]: It must be an object.',
      },
      {
        field: 'choiceId',
        errorCode: 'cannot.be.null',
        message: 'questions[1].choices[1]: It is required: 1 to 6 characters.',
      },
      {
        field: 'choiceAnswer',
        errorCode: 'cannot.be.null',
        message: 'questions[1].choices[1]: It is required: one of 0, 1, 2, 3.',
      },
      { field: 'questions', errorCode: VALUE, message: 'questions[3]: It must be an object.' },
    ]);
  });

  it('every problem of what a vote means to the action at once, when the body is right by itself [errors.list vote.cast]', async () => {
    const answer = await refused({
      type: 'V',
      questions: [
        { questionsId: 'nope' },
        { ...all.p, questionsType: 'S', answer: '3' },
        { questionsId: 'q-d', choices: [{ choiceId: '7', choiceAnswer: '1' }] },
        { questionsId: 'q-c', sharesElected: '126' },
      ],
    });
    expectExactly(answer, [
      { field: 'type', errorCode: VALUE },
      {
        field: 'questionsId',
        errorCode: CHOICE,
        message: 'questions[0]: There is no such question.',
      },
      { field: 'questionsType', errorCode: VALUE },
      { field: 'answer', errorCode: CHOICE },
      { field: 'choiceId', errorCode: CHOICE },
      { field: 'choiceAnswer', errorCode: CHOICE },
      { field: 'sharesElected', errorCode: VALUE },
    ]);
  });
});
