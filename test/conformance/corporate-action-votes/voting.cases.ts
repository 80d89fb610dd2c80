import { describe, expect, it } from '@jest/globals';
import { VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  actionBody,
  type Body,
  choice,
  election,
  proposal,
  sayOnPay,
  tender,
} from '../corporate-actions.fixture.js';

import { actions, all, questionsOf, refused, service } from './set-up.js';

describe('Votes', () => {
  it('Question object › answered, answer, sharesElected › a vote on each type; 200, empty, ETag [vote.cast question.answered question.answer question.sharesElected]', async () => {
    const id = await actions.announce();
    const answer = await actions.vote(id, all.d, all.p, all.s, all.c);
    expectStatus(answer, 200);
    expect([answer.body, answer.headers.get('etag')]).toEqual([undefined, '"1"']);
    expect(await questionsOf(id)).toMatchObject([
      { answered: true, answer: '0,3', choices: [{ choiceAnswer: '0' }, { choiceAnswer: '3' }] },
      { answered: true, answer: '1' },
      { answered: true, answer: '3' },
      { answered: true, sharesElected: '100.25' },
    ]);
    const { headers } = await service.client.get(actions.path(id));
    expect(headers.get('etag')).toBe('"1"');
  });

  it('allowed on a restricted account [vote.cast restriction.allows]', async () => {
    const { accountNumber } = actions;
    const { body } = await service.client.get(`/restapi/accounts/${accountNumber}/restrictions`);
    expect(body).toMatchObject([{ reasonCode: '020' }]);
    expectStatus(await actions.vote(await actions.announce(), all.p), 200);
  });

  it('notifid and type may be sent; questionId and questionType are other spellings [vote.cast request.spelling]', async () => {
    const id = await actions.announce();
    const body = {
      notifid: id,
      type: 'P',
      questions: [{ questionId: 'q-p', questionType: 'P', answer: 0 }],
    };
    expectStatus(await service.client.put(actions.path(id), body), 200);
    expect(await questionsOf(id)).toMatchObject([{}, { answered: true, answer: '0' }, {}, {}]);
  });

  it('the same vote again stores no event, a different one replaces it [vote.cast]', async () => {
    const id = await actions.announce();
    expectStatus(await actions.vote(id, all.p), 200);
    expectStatus(await expectUnchanged(service, () => actions.vote(id, all.p)), 200);
    expectStatus(await actions.vote(id, { ...all.p, answer: '2' }), 200);
    expect(await questionsOf(id)).toMatchObject([{ answered: false }, { answer: '2' }, {}, {}]);
  });

  it('directors are voted on one by one; the question is answered once all have a vote [vote.cast question.answered question.answer question.choices]', async () => {
    const id = await actions.announce();
    const vote = (choiceId: string, choiceAnswer: string) =>
      actions.vote(id, { questionsId: 'q-d', choices: [{ choiceId, choiceAnswer }] });
    expectStatus(await vote('1', '3'), 200);
    const [first] = await questionsOf(id);
    expect(first).toMatchObject({
      answered: false,
      answer: null,
      choices: [{}, { choiceAnswer: '3' }],
    });
    const shown = await actions.read(id);
    expectStatus(await expectUnchanged(service, () => actions.put(id, shown)), 200);
    expect((first?.['choices'] as Body[])[0]).not.toHaveProperty('choiceAnswer');
    expectStatus(await vote('0', '0'), 200);
    const choices = [{ choiceAnswer: '0' }, { choiceAnswer: '3' }];
    const answered = { answered: true, answer: '0,3', choices };
    expect(await questionsOf(id)).toMatchObject([answered, {}, {}, {}]);
  });

  it('a later back-office PUT keeps the votes [vote.cast]', async () => {
    const id = await actions.announce();
    expectStatus(await actions.vote(id, all.d, all.p, all.s, all.c), 200);
    const before = await questionsOf(id);
    const again = actionBody({
      status: 'Closing',
      shares: '99',
      questions: [
        election(),
        proposal({ answered: false, answer: null }),
        ...(actionBody()['questions'] as Body[]).slice(2),
      ],
    });
    expectStatus(await actions.put(id, again), 200);
    expect(await actions.read(id)).toMatchObject({ status: 'Closing', questions: before });
    const shown = await actions.read(id);
    expectStatus(await expectUnchanged(service, () => actions.put(id, shown)), 200);
  });

  it('a vote is void once its question is of another type, or its director is gone [vote.cast question.answered question.choices]', async () => {
    const id = await actions.announce();
    expectStatus(await actions.vote(id, all.d, all.p, all.s), 200);
    const questions = [
      election({ choices: [choice({ choice: 'Cy Clear', choiceId: '2' })] }),
      proposal({ questionsType: 'S' }),
      sayOnPay(),
    ];
    expectStatus(await actions.put(id, actionBody({ questions })), 200);
    const shown = await questionsOf(id);
    expect(shown).toMatchObject([
      { answered: false, choices: [{ choiceId: '2' }] },
      { answered: false, answer: null },
      { answered: true, answer: '3' },
    ]);
    expect((shown[0]?.['choices'] as Body[])[0]).not.toHaveProperty('choiceAnswer');
    expectStatus(await actions.vote(id, { questionsId: 'q-p', answer: '3' }), 200);
    expect(await questionsOf(id)).toMatchObject([{}, { answered: true, answer: '3' }, {}]);
  });

  it('a director is voted on once in a vote [vote.cast question.choices]', async () => {
    const choices = ['0', '3'].map((choiceAnswer) => ({ choiceId: '1', choiceAnswer }));
    const answer = await refused({ questions: [{ questionsId: 'q-d', choices }] });
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'choiceId', errorCode: VALUE }]);
  });

  it('votes in the back-office PUT are shown; the first ones count [vote.cast]', async () => {
    const id = await actions.announce({
      questions: [
        proposal({ answered: true, answer: '2' }),
        tender({ answered: true, sharesElected: '5' }),
      ],
    });
    const shown = [
      { answered: true, answer: '2' },
      { answered: true, sharesElected: '5' },
    ];
    expect(await questionsOf(id)).toMatchObject(shown);
    const questions = [proposal({ answer: '0' }), tender({ sharesElected: '6' })];
    const put = () => actions.put(id, actionBody({ questions }));
    expectStatus(await expectUnchanged(service, put), 200);
    expect(await questionsOf(id)).toMatchObject(shown);
  });
});
