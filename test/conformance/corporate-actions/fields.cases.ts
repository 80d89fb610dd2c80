import { describe, expect, it } from '@jest/globals';
import { type FieldRow, titled } from '../../support/field-rows.js';
import { CHOICE, DATE, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectProblems } from '../../support/running-service.js';
import {
  actionBody,
  type Body,
  choice,
  election,
  LINKS,
  proposal,
} from '../corporate-actions.fixture.js';
import { actions, OTHER, refused, service } from './set-up.js';

describe('PUT /backoffice/accounts/{a}/corporateactions/{notificationid}', () => {
  const texts = ['activity', 'description', 'introText', 'status', 'ticker'];
  const rows: FieldRow[] = [
    ...['issuer', 'type'].flatMap((field): FieldRow[] => [
      [field, undefined, NULL],
      [field, null, NULL],
    ]),
    ...['issuer', ...texts, ...LINKS].flatMap((field): FieldRow[] =>
      [5, true, {}, []].map((value) => [field, value, VALUE]),
    ),
    ...['issuer', 'activity', 'status'].map((field): FieldRow => [field, 'x'.repeat(201), LENGTH]),
    ['description', 'x'.repeat(2_001), LENGTH],
    ['introText', 'x'.repeat(10_001), LENGTH],
    ['issuer', 'a\u0000b', VALUE],
    ['issuer', 'a\nb', VALUE],
    ['ticker', 'ibm', VALUE],
    ['ticker', 'TOOLONGTICKER', VALUE],
    ...LINKS.flatMap((field): FieldRow[] => [
      [field, `https://x/${'x'.repeat(2_048)}`, LENGTH],
      [field, 'javascript:alert(1)', VALUE],
      [field, 'data:text/html,x', VALUE],
      [field, 'https://a b', VALUE],
    ]),
    ...['X', 'p', 5, {}].map((value): FieldRow => ['type', value, CHOICE]),
    ...['2099-04-01', 'soon', 5, {}, '2099-02-30T00:00:00Z'].map((value): FieldRow => [
      'deadline',
      value,
      DATE,
    ]),
    ...['-1', 'x', true, {}, '1.123456789', '1e3'].map((value): FieldRow => [
      'shares',
      value,
      VALUE,
    ]),
    ['shares', null, NULL],
    ['shares', undefined, NULL],
    ...[5, 'x', {}].flatMap((value): FieldRow[] => [
      ['docs', value, VALUE],
      ['questions', value, VALUE],
    ]),
    ['notifid', {}, VALUE],
    ['notifid', 'x'.repeat(65), LENGTH],
    ['docs', Array.from({ length: 101 }, () => ({ fileLocation: 'a' })), LENGTH],
    ['questions', Array.from({ length: 101 }, () => proposal()), LENGTH],
  ];
  it.each(titled(rows))(
    'Corporate action › %s › %s [corporate-action.*]',
    async (field, _, value, errorCode) => {
      const answer = await refused(actionBody({ [field]: value }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  const question: FieldRow[] = [
    ...['questionsId', 'question', 'questionsType'].flatMap((field): FieldRow[] => [
      [field, undefined, NULL],
      [field, null, NULL],
    ]),
    ...[{}, 'a b', '__proto__'].map((value): FieldRow => ['questionsId', value, VALUE]),
    ['questionsId', 'x'.repeat(65), LENGTH],
    ...[{}, 5].map((value): FieldRow => ['question', value, VALUE]),
    ['question', 'x'.repeat(4_001), LENGTH],
    ...['X', 'p', {}].map((value): FieldRow => ['questionsType', value, CHOICE]),
    ...['yes', 1, {}].flatMap((value): FieldRow[] => [
      ['answered', value, VALUE],
      ['contested', value, VALUE],
    ]),
    ...['3', '9', 'for', {}, true].map((value): FieldRow => ['answer', value, CHOICE]),
    ['managementSuggestion', 'x'.repeat(201), LENGTH],
    ['managementSuggestion', 5, VALUE],
    ['choices', [choice()], OTHER],
    ['choices', 'x', VALUE],
    ['possibleChoiceAnswers', ['0'], OTHER],
    ['possibleChoiceAnswers', 'x', VALUE],
  ];
  it.each(titled(question))(
    'Question object › %s › %s [question.*]',
    async (field, _, value, errorCode) => {
      const answer = await refused(actionBody({ questions: [proposal({ [field]: value })] }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  const choices: FieldRow[] = [
    ...['choice', 'choiceId'].flatMap((field): FieldRow[] => [
      [field, undefined, NULL],
      [field, null, NULL],
      [field, {}, VALUE],
    ]),
    ['choice', 'x'.repeat(201), LENGTH],
    ['choiceId', '1234567', LENGTH],
    ['choiceId', '01', VALUE],
    ['choiceId', 'a', VALUE],
    ['contested', 'yes', VALUE],
    ['managementSuggestion', 5, VALUE],
    ...['4', 'for', {}, '1'].map((value): FieldRow => ['choiceAnswer', value, CHOICE]),
  ];
  it.each(titled(choices))(
    'Question object › choices › %s › %s [question.choices]',
    async (field, _, value, code) => {
      const questions = [election({ choices: [choice({ [field]: value })] })];
      const problem = { type: 'VALIDATION_FIELD', field, errorCode: code } as const;
      expectExactly(await refused(actionBody({ questions })), [problem]);
    },
  );

  it('Question object › choices and possibleChoiceAnswers › only choices on the ballot [question.choices question.possibleChoiceAnswers]', async () => {
    const code = (fields: Body, field: string, errorCode: string) =>
      refused(actionBody({ questions: [election(fields)] })).then((answer) =>
        expectProblems(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]),
      );
    await code({ choices: [] }, 'choices', VALUE);
    await code({ choices: null }, 'choices', NULL);
    await code({ choices: [choice(), choice()] }, 'choiceId', VALUE);
    await code({ possibleChoiceAnswers: ['0', '4'] }, 'possibleChoiceAnswers', CHOICE);
    await code({ sharesElected: '1' }, 'sharesElected', OTHER);
    const twice = await refused(actionBody({ questions: [proposal(), proposal()] }));
    expectExactly(twice, [{ field: 'questionsId', errorCode: VALUE }]);
  });

  it('Errors › SYNTAX › unknown keys at each depth, case-sensitive [errors.SYNTAX]', async () => {
    const answer = await refused({
      ...actionBody({
        docs: [{ fileLocation: 'https://a', FileLocation: 'https://a' }],
        questions: [election({ extra: 1, choices: [choice({ choiceName: 'x' })] })],
      }),
      NotifId: '1',
      warrantsOffer: 'https://a',
    });
    expectExactly(
      answer,
      ['NotifId', 'warrantsOffer', 'FileLocation', 'extra', 'choiceName'].map((field) => ({
        type: 'SYNTAX' as const,
        field,
      })),
    );
  });

  it('Errors › every problem of fields at once [errors.list]', async () => {
    const answer = await refused({
      notifid: 'other',
      type: 'X',
      deadline: 'x',
      extra: 1,
      questions: [proposal({ questionsId: null, answer: '9' })],
    });
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'extra' },
      { field: 'issuer', errorCode: NULL },
      { field: 'type', errorCode: CHOICE },
      { field: 'deadline', errorCode: DATE },
      { field: 'questionsId', errorCode: NULL },
      { field: 'answer', errorCode: CHOICE },
    ]);
  });

  it.each([['null'], ['[]'], ['"x"'], ['{']])(
    'Errors › no object: %s [errors.malformed]',
    async (text) => {
      const path = `${service.service.url}/backoffice/accounts/${actions.accountNumber}/corporateactions/1`;
      const before = await service.requestHead();
      const answer = await fetch(path, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${service.credentials.tokens.backoffice}`,
          'content-type': 'application/json',
        },
        body: text,
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject([{ type: 'SYNTAX' }]);
      expect(await service.requestHead()).toBe(before);
    },
  );
});
