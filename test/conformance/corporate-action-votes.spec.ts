import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { type FieldRow, titled } from '../support/field-rows.js';
import { ManualClock } from '../support/manual-clock.js';
import { CHOICE, FORBIDDEN, LENGTH, NOT_FOUND, NULL, VALUE } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import {
  actionBody,
  ActionsUnderTest,
  type Body,
  choice,
  election,
  proposal,
  sayOnPay,
  tender,
} from './corporate-actions.fixture.js';
import { holder } from './bank-links.fixture.js';

let service: ServiceUnderTest;
/** Of an account whose agreement nobody has signed. */
let actions: ActionsUnderTest;
/** Refused votes are tried on this one. */
let notifid: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  actions = new ActionsUnderTest(service, await service.account());
  notifid = await actions.announce();
});
afterAll(() => service.stop());

const OTHER = 'invalid.for.question.type';

const all = {
  d: {
    questionsId: 'q-d',
    choices: [
      { choiceId: '0', choiceAnswer: '0' },
      { choiceId: '1', choiceAnswer: '3' },
    ],
  },
  p: { questionsId: 'q-p', answer: '1' },
  s: { questionsId: 'q-s', answer: '3' },
  c: { questionsId: 'q-c', sharesElected: '100.25' },
};

const refused = (body: unknown): Promise<ClientAnswer> =>
  expectUnchanged(service, () => service.client.put(actions.path(notifid), body));
const questionsOf = async (id: string): Promise<Body[]> =>
  (await actions.read(id))['questions'] as Body[];

describe('decisions §9 › Votes', () => {
  it('Question object › answered, answer, sharesElected › a vote on each type; 200, empty, ETag [§9.votes question.answered question.answer question.sharesElected]', async () => {
    const id = await actions.announce();
    const answer = await actions.vote(id, all.d, all.p, all.s, all.c);
    expectStatus(answer, 200);
    expect([answer.body, answer.headers.get('etag')]).toEqual([undefined, '"1"']);
    expect(await questionsOf(id)).toMatchObject([
      { answered: true, choices: [{ choiceAnswer: '0' }, { choiceAnswer: '3' }] },
      { answered: true, answer: '1' },
      { answered: true, answer: '3' },
      { answered: true, sharesElected: '100.25' },
    ]);
    const { headers } = await service.client.get(actions.path(id));
    expect(headers.get('etag')).toBe('"1"');
  });

  it('allowed on a restricted account [§9.votes §5.allows]', async () => {
    const { accountNumber } = actions;
    const { body } = await service.client.get(`/restapi/accounts/${accountNumber}/restrictions`);
    expect(body).toMatchObject([{ reasonCode: '020' }]);
    expectStatus(await actions.vote(await actions.announce(), all.p), 200);
  });

  it('notifid and type may be sent; questionId and questionType are other spellings [§9.votes §1.spelling]', async () => {
    const id = await actions.announce();
    const body = {
      notifid: id,
      type: 'P',
      questions: [{ questionId: 'q-p', questionType: 'P', answer: 0 }],
    };
    expectStatus(await service.client.put(actions.path(id), body), 200);
    expect(await questionsOf(id)).toMatchObject([{}, { answered: true, answer: '0' }, {}, {}]);
  });

  it('the same vote again is no event, another one takes its place [§9.votes]', async () => {
    const id = await actions.announce();
    expectStatus(await actions.vote(id, all.p), 200);
    expectStatus(await expectUnchanged(service, () => actions.vote(id, all.p)), 200);
    expectStatus(await actions.vote(id, { ...all.p, answer: '2' }), 200);
    expect(await questionsOf(id)).toMatchObject([{ answered: false }, { answer: '2' }, {}, {}]);
  });

  it('directors are voted on one by one [question.choices]', async () => {
    const id = await actions.announce();
    const vote = (choiceId: string, choiceAnswer: string) =>
      actions.vote(id, { questionsId: 'q-d', choices: [{ choiceId, choiceAnswer }] });
    expectStatus(await vote('1', '3'), 200);
    const [first] = await questionsOf(id);
    expect(first).toMatchObject({ answered: true, choices: [{}, { choiceAnswer: '3' }] });
    expect((first?.['choices'] as Body[])[0]).not.toHaveProperty('choiceAnswer');
    expectStatus(await vote('0', '0'), 200);
    const choices = [{ choiceAnswer: '0' }, { choiceAnswer: '3' }];
    expect(await questionsOf(id)).toMatchObject([{ choices }, {}, {}, {}]);
  });

  it('a later back-office PUT keeps the votes [§9.votes]', async () => {
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

  it('a vote is void once its question is of another type, or its director is gone [§9.votes question.answered question.choices]', async () => {
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

  it('a director is voted on once in a vote [§9.votes question.choices]', async () => {
    const choices = ['0', '3'].map((choiceAnswer) => ({ choiceId: '1', choiceAnswer }));
    const answer = await refused({ questions: [{ questionsId: 'q-d', choices }] });
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'choiceId', errorCode: VALUE }]);
  });

  it('votes that come with the back-office PUT show; the first ones count [§9.votes]', async () => {
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

  it('after the deadline › corporateaction.deadline.rule, the deadline itself is in time [§9.votes corporate-action.deadline]', async () => {
    const clock = new ManualClock(Date.now());
    const later = await ServiceUnderTest.start({ clock });
    try {
      const mine = new ActionsUnderTest(later, await later.account());
      const deadline = new Date(clock.now() + 60_000).toISOString();
      const id = await mine.announce({ deadline });
      clock.advance(60_000);
      expectStatus(await mine.vote(id, all.p), 200);
      clock.advance(1);
      const late = { type: 'VALIDATION_RULE', errorCode: 'corporateaction.deadline.rule' } as const;
      for (const vote of [all.p, { ...all.p, answer: '0' }]) {
        const answer = await expectUnchanged(later, () => mine.vote(id, vote));
        expectExactly(answer, [late]);
      }
      const both = await expectUnchanged(later, () => mine.vote(id, { ...all.p, answer: '9' }));
      expectExactly(both, [late, { field: 'answer', errorCode: CHOICE }]);
      const open = await mine.announce({ deadline: null });
      expectStatus(await mine.vote(open, all.p), 200);
    } finally {
      await later.stop();
    }
  });

  it('trade permission › AC, AM, TM, TR vote; MM, DV, SV, strangers and other roles do not [§9.votes §2.permissions]', async () => {
    const { accountNumber } = actions;
    const body = { questions: [all.p] };
    for (const permission of ['AM', 'TM', 'TR']) {
      const client = await holder(service, accountNumber, permission);
      expectStatus(await client.put(actions.path(await actions.announce()), body), 200);
    }
    const others = [service.as(await service.member()), service.auditor, service.backoffice];
    for (const permission of ['MM', 'DV', 'SV']) {
      others.push(await holder(service, accountNumber, permission));
    }
    for (const client of others) {
      const send = () => client.put(actions.path(notifid), {});
      expectExactly(await expectUnchanged(service, send), FORBIDDEN, 403);
    }
  });

  it('404 before 400 › unknown notifications and accounts, other firms [§1.404]', async () => {
    const { client } = await service.otherFirm();
    const other = new ActionsUnderTest(service, await service.account());
    for (const [who, path] of [
      [service.client, actions.path('1')],
      [service.client, actions.path('%20')],
      [service.client, other.path(notifid)],
      [service.client, actions.path(notifid).replace(actions.accountNumber, 'RZ00000000')],
      [client, actions.path(notifid)],
    ] as const) {
      const send = () => who.put(path, { extra: 1 });
      expectExactly(await expectUnchanged(service, send), NOT_FOUND, 404);
    }
  });

  it('decisions §1 › Idempotency-Key › the same vote once; another body is 422 [§1.422 §11.consistency]', async () => {
    const id = await actions.announce();
    const key = { 'idempotency-key': uniqueName('k') };
    const send = (answer: string) =>
      service.client.put(actions.path(id), { questions: [{ ...all.p, answer }] }, key);
    expectStatus(await send('1'), 200);
    expectStatus(await actions.vote(id, { ...all.p, answer: '0' }), 200);
    const again = await expectUnchanged(service, () => send('1'));
    expectStatus(again, 200);
    expect(again.headers.get('etag')).toBe('"1"');
    expect(await questionsOf(id)).toMatchObject([{}, { answer: '0' }, {}, {}]);
    expectStatus(await send('2'), 422);
  });

  it('decisions §1 › If-Match › stale is 412 [§1.412]', async () => {
    const send = () =>
      service.client.put(actions.path(notifid), { questions: [all.p] }, { 'if-match': '"9"' });
    expectStatus(await expectUnchanged(service, send), 412);
  });

  it('decisions §1 › Body id against path id › uri.matching.rule for notifid and type [§1.matching-ids]', async () => {
    const rule = { type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' } as const;
    const questions = [all.p];
    expectExactly(await refused({ notifid: '1', questions }), [{ ...rule, field: 'notifid' }]);
    expectExactly(await refused({ type: 'V', questions }), [{ ...rule, field: 'type' }]);
  });
});

describe('decisions §9 › Votes › fields', () => {
  const body: FieldRow[] = [
    ['notifid', {}, VALUE],
    ['notifid', '', VALUE],
    ['notifid', 'x'.repeat(65), LENGTH],
    ...['X', 'p', '', {}, true].map((value): FieldRow => ['type', value, CHOICE]),
    ['questions', undefined, NULL],
    ['questions', null, NULL],
    ...[[], 'x', 5, {}, ['x']].map((value): FieldRow => ['questions', value, VALUE]),
    ['questions', Array.from({ length: 101 }, () => all.p), LENGTH],
  ];
  it.each(titled(body))('%s › %s [§9.votes]', async (field, _, value, errorCode) => {
    const answer = await refused({ questions: [all.p], [field]: value });
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  const question: FieldRow[] = [
    ['questionsId', undefined, NULL],
    ['questionsId', null, NULL],
    ['questionsId', '', VALUE],
    ['questionsId', {}, VALUE],
    ['questionsId', 'x'.repeat(65), LENGTH],
    ['questionsId', 'unknown', CHOICE],
    ['questionsId', '__proto__', CHOICE],
    ...['X', 'p', '', {}].map((value): FieldRow => ['questionsType', value, CHOICE]),
    ['questionsType', 'S', VALUE],
    ['answer', undefined, NULL],
    ['answer', null, NULL],
    ['choices', all.d.choices, OTHER],
    ['choices', 'x', VALUE],
    ['sharesElected', '1', OTHER],
    ['sharesElected', 'x', VALUE],
  ];
  it.each(titled(question))(
    'questions › %s › %s [§9.votes]',
    async (field, _, value, errorCode) => {
      const answer = await refused({ questions: [{ ...all.p, [field]: value }] });
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  const answers: [string, string, readonly unknown[], readonly unknown[]][] = [
    ['Proposal', 'q-p', ['0', '1', '2', 0], ['3', '4', '-1', '', 'for', '00', 3, true, {}, []]],
    ['Say on Pay', 'q-s', ['0', '1', '2', '3', 3], ['4', '1 year', '', 4, 0.5, {}]],
  ];
  it.each(answers)('Answer codes › %s [answer-codes.*]', async (_, questionsId, good, bad) => {
    const id = await actions.announce();
    for (const answer of good) expectStatus(await actions.vote(id, { questionsId, answer }), 200);
    for (const answer of bad) {
      const problems = [{ type: 'VALIDATION_FIELD', field: 'answer', errorCode: CHOICE }] as const;
      expectExactly(await refused({ questions: [{ questionsId, answer }] }), problems);
    }
  });

  it('Answer codes › Election of directors, possibleChoiceAnswers restrict them [answer-codes.directors question.possibleChoiceAnswers]', async () => {
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
    for (const code of ['1', '2', '4', '', 'for', 4, {}, true]) {
      const problems = [{ field: 'choiceAnswer', errorCode: CHOICE }];
      expectExactly(await refused({ questions: [of(code)] }), problems);
    }
  });

  const choices: FieldRow[] = [
    ['choiceId', undefined, NULL],
    ['choiceId', null, NULL],
    ['choiceId', '', VALUE],
    ['choiceId', {}, VALUE],
    ['choiceId', '2', CHOICE],
    ['choiceId', '1234567', LENGTH],
    ['choiceAnswer', undefined, NULL],
    ['choiceAnswer', null, NULL],
  ];
  it.each(titled(choices))(
    'questions › choices › %s › %s [§9.votes]',
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
    for (const bad of ['125.50000001', '126', '-1', '1.123456789', 'x', '', true, {}, '1e1']) {
      expectExactly(await refused({ questions: [of(bad)] }), [{ field, errorCode: VALUE }]);
    }
    expectExactly(await refused({ questions: [of(null)] }), [{ field, errorCode: NULL }]);
    const coded = { ...of('1'), answer: '0' };
    expectExactly(await refused({ questions: [coded] }), [{ field: 'answer', errorCode: OTHER }]);
  });

  it('Errors › SYNTAX › unknown keys at each depth, case-sensitive; every problem at once [errors.SYNTAX §1.errors]', async () => {
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
      { type: 'VALIDATION_RULE', field: 'notifid', errorCode: 'uri.matching.rule' },
      { field: 'answer', errorCode: CHOICE },
      { field: 'questionsId', errorCode: VALUE },
      { field: 'questionsId', errorCode: CHOICE },
    ]);
  });

  it('decisions §1 › Errors › an item that is no object is one problem and keeps its place [§1.errors]', async () => {
    const answer = await refused({
      questions: [null, { questionsId: 'q-d', choices: [7, {}] }, { questionsId: 'nope' }, 'x'],
    });
    expectExactly(answer, [
      { field: 'questions', errorCode: VALUE, message: 'questions[0]: an object' },
      { field: 'choices', errorCode: VALUE, message: 'questions[1].choices[0]: an object' },
      { field: 'choiceId', errorCode: 'cannot.be.null', message: 'questions[1].choices[1]' },
      { field: 'choiceAnswer', errorCode: 'cannot.be.null', message: 'questions[1].choices[1]' },
      { field: 'questions', errorCode: VALUE, message: 'questions[3]: an object' },
      { field: 'questionsId', errorCode: CHOICE, message: 'questions[2]: no such question' },
    ]);
  });
});
