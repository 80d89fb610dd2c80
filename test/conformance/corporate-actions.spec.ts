import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FieldRow, titled } from '../support/field-rows.js';
import { CHOICE, DATE, FORBIDDEN, LENGTH, NOT_FOUND, NULL, VALUE } from '../support/problems.js';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';
import {
  actionBody,
  ActionsUnderTest,
  type Body,
  choice,
  election,
  LINKS,
  newNotification,
  proposal,
  sayOnPay,
  tender,
} from './corporate-actions.fixture.js';
import { holder } from './bank-links.fixture.js';

let service: ServiceUnderTest;
let actions: ActionsUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  actions = new ActionsUnderTest(service, await service.account());
});
afterAll(() => service.stop());

const OTHER = 'invalid.for.question.type';

const refused = (body: unknown, notifid = newNotification()) =>
  expectUnchanged(service, () => actions.put(notifid, body));

describe('8. Get a corporate action', () => {
  it('Corporate action › every key of the table and of the question object [8.response corporate-action.* question.*]', async () => {
    const notifid = await actions.announce();
    const answer = await service.client.get(actions.path(notifid));
    expectStatus(answer, 200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('etag')).toBe('"0"');
    const unvoted = { answered: false, answer: null };
    expect(answer.body).toEqual({
      ...actionBody(),
      notifid,
      deadline: '2099-04-01T20:00:00.000+00:00',
      questions: [
        { ...election(), ...unvoted },
        { ...proposal(), ...unvoted },
        { ...sayOnPay(), ...unvoted },
        { ...tender(), ...unvoted, sharesElected: null },
      ],
    });
  });

  it.each(LINKS)(
    'Corporate action › %s › present where applicable [corporate-action.links]',
    async (link) => {
      const notifid = await actions.announce({ [link]: 'https://www.example.com/a.pdf' });
      const body = await actions.read(notifid);
      expect(LINKS.filter((name) => name in body)).toEqual([link]);
      expect(body[link]).toBe('https://www.example.com/a.pdf');
    },
  );

  it.each(['P', 'M', 'V'])('Corporate action › type › %s [corporate-action.type]', async (type) => {
    const notifid = await actions.announce({ type });
    expect(await actions.read(notifid)).toMatchObject({ type });
  });

  it('Corporate action › keys without a value are null, lists empty [corporate-action.*]', async () => {
    const notifid = newNotification();
    expectStatus(await actions.put(notifid, { issuer: 'IBM', type: 'M' }), 200);
    expect(await actions.read(notifid)).toEqual({
      notifid,
      issuer: 'IBM',
      ticker: null,
      activity: null,
      description: null,
      introText: null,
      status: null,
      type: 'M',
      deadline: null,
      shares: null,
      docs: [],
      questions: [],
    });
  });

  it('Errors › 404 for unknown notifications, other accounts and other firms [§1.404]', async () => {
    const notifid = await actions.announce();
    const { client } = await service.otherFirm();
    const other = new ActionsUnderTest(service, await service.account());
    for (const path of [
      actions.path('1'),
      actions.path('%20'),
      actions.path('x'.repeat(65)),
      actions.path('__proto__'),
      other.path(notifid),
      actions.path(notifid).replace(actions.accountNumber, 'RZ00000000'),
    ]) {
      expectExactly(await service.client.get(path), NOT_FOUND, 404);
    }
    expectExactly(await client.get(actions.path(notifid)), NOT_FOUND, 404);
    expectExactly(await client.get(actions.list), NOT_FOUND, 404);
  });

  it('decisions §2 › read details: all but SV; the auditor reads, others do not [§2.permissions]', async () => {
    const notifid = await actions.announce();
    const { accountNumber } = actions;
    for (const permission of ['DV', 'MM', 'TR']) {
      const client = await holder(service, accountNumber, permission);
      expectStatus(await client.get(actions.path(notifid)), 200);
      expectStatus(await client.get(actions.list), 200);
    }
    expectStatus(await service.auditor.get(actions.path(notifid)), 200);
    expectStatus(await service.auditor.get(actions.list), 200);
    const summary = await holder(service, accountNumber, 'SV');
    const stranger = service.as(await service.member());
    for (const client of [summary, stranger, service.backoffice, service.operator]) {
      expectExactly(await client.get(actions.path(notifid)), FORBIDDEN, 403);
      expectExactly(await client.get(actions.list), FORBIDDEN, 403);
    }
  });
});

describe('9. Get all corporate actions', () => {
  it('every action of the account, in order of ids, as endpoint 8 answers it [9.response]', async () => {
    const mine = new ActionsUnderTest(service, await service.account());
    expect((await service.client.get(mine.list)).body).toEqual([]);
    const ids = [await mine.announce(), await mine.announce({ type: 'V' }), await mine.announce()];
    const answer = await service.client.get(mine.list);
    expectStatus(answer, 200);
    expect(answer.body).toEqual(await Promise.all(ids.map((id) => mine.read(id))));
  });

  it('decisions §11 › Consistency › a list after a PUT has it [§11.consistency]', async () => {
    const mine = new ActionsUnderTest(service, await service.account());
    const notifid = newNotification();
    const put = await mine.put(notifid, actionBody());
    const token = put.headers.get('x-consistency-token') ?? '';
    const answer = await service.client.get(mine.list, { 'x-consistency-token': token });
    expect(answer.body).toMatchObject([{ notifid }]);
  });
});

describe('decisions §10 › PUT /backoffice/accounts/{a}/corporateactions/{notificationid}', () => {
  it('200, empty body, ETag; what GET shows is no event, a changed body an update [§10.corporateactions §10.rule]', async () => {
    const notifid = newNotification();
    const made = await actions.put(notifid, actionBody());
    expectStatus(made, 200);
    expect([made.body, made.headers.get('etag')]).toEqual([undefined, '"0"']);
    const shown = await actions.read(notifid);
    expectStatus(await expectUnchanged(service, () => actions.put(notifid, actionBody())), 200);
    expectStatus(await expectUnchanged(service, () => actions.put(notifid, shown)), 200);
    const changed = await actions.put(notifid, { ...shown, status: 'Closed' });
    expect(changed.headers.get('etag')).toBe('"1"');
    expect(await actions.read(notifid)).toEqual({ ...shown, status: 'Closed' });
  });

  it('decisions §1 › If-Match › stale is 412 [§1.412]', async () => {
    const notifid = await actions.announce();
    const path = `/backoffice${actions.path(notifid).slice('/restapi'.length)}`;
    const send = (tag: string) =>
      service.backoffice.put(path, actionBody({ status: 'x' }), { 'if-match': tag });
    expectStatus(await expectUnchanged(service, () => send('"7"')), 412);
    expectStatus(await send('"0"'), 200);
  });

  it('decisions §2 › back office alone [§10.rule]', async () => {
    const notifid = newNotification();
    const path = `/backoffice/accounts/${actions.accountNumber}/corporateactions/${notifid}`;
    for (const client of [service.client, service.auditor, service.operator]) {
      const answer = await expectUnchanged(service, () => client.put(path, actionBody()));
      expectExactly(answer, FORBIDDEN, 403);
    }
  });

  it('404 for unknown accounts and impossible ids, before the body is judged [§1.404]', async () => {
    const unknown = new ActionsUnderTest(service, 'RZ00000000');
    const nonsense = new ActionsUnderTest(service, 'abc');
    for (const send of [
      () => unknown.put('1', {}),
      () => nonsense.put('1', {}),
      () => actions.put('%20', {}),
      () => actions.put('x'.repeat(65), actionBody()),
    ]) {
      expectExactly(await expectUnchanged(service, send), NOT_FOUND, 404);
    }
  });

  it('decisions §1 › Numbers, Booleans › JSON numbers and boolean texts are taken [§1.numbers §1.booleans]', async () => {
    const questions = [
      election({ contested: 'true', choices: [choice({ choiceId: 0, contested: 'false' })] }),
    ];
    const notifid = await actions.announce({ shares: 12.5, questions });
    const body = await actions.read(notifid);
    expect(body['shares']).toBe('12.5');
    const choices = [{ choiceId: '0', contested: false }];
    expect(body['questions']).toMatchObject([{ contested: true, choices }]);
  });

  it('decisions §1 › Body id against path id › uri.matching.rule [§1.matching-ids]', async () => {
    const answer = await refused(actionBody({ notifid: '1' }));
    const errorCode = 'uri.matching.rule';
    expectExactly(answer, [{ type: 'VALIDATION_RULE', field: 'notifid', errorCode }]);
  });

  const texts = ['activity', 'description', 'introText', 'status', 'ticker'];
  const rows: FieldRow[] = [
    ...['issuer', 'type'].flatMap((field): FieldRow[] => [
      [field, undefined, NULL],
      [field, null, NULL],
    ]),
    ...['issuer', ...texts, ...LINKS].flatMap((field): FieldRow[] =>
      [5, true, {}, [], ''].map((value) => [field, value, VALUE]),
    ),
    ...['issuer', 'activity', 'status'].map((field): FieldRow => [field, 'x'.repeat(201), LENGTH]),
    ['description', 'x'.repeat(2_001), LENGTH],
    ['introText', 'x'.repeat(10_001), LENGTH],
    ['issuer', 'a\u0000b', VALUE],
    ['issuer', 'a\nb', VALUE],
    ['ticker', 'ibm', VALUE],
    ['ticker', 'TOOLONGER', VALUE],
    ...LINKS.flatMap((field): FieldRow[] => [
      [field, `https://x/${'x'.repeat(2_048)}`, LENGTH],
      [field, 'javascript:alert(1)', VALUE],
      [field, 'data:text/html,x', VALUE],
      [field, 'https://a b', VALUE],
    ]),
    ...['X', 'p', '', 5, {}].map((value): FieldRow => ['type', value, CHOICE]),
    ...['2099-04-01', 'soon', '', 5, {}, '2099-02-30T00:00:00Z'].map((value): FieldRow => [
      'deadline',
      value,
      DATE,
    ]),
    ...['-1', 'x', '', true, {}, '1.123456789', '1e3'].map((value): FieldRow => [
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
    ['notifid', '', VALUE],
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
    ...['', {}, 'a b', '__proto__'].map((value): FieldRow => ['questionsId', value, VALUE]),
    ['questionsId', 'x'.repeat(65), LENGTH],
    ...['', {}, 5].map((value): FieldRow => ['question', value, VALUE]),
    ['question', 'x'.repeat(4_001), LENGTH],
    ...['X', 'p', '', {}].map((value): FieldRow => ['questionsType', value, CHOICE]),
    ...['yes', 1, {}].flatMap((value): FieldRow[] => [
      ['answered', value, VALUE],
      ['contested', value, VALUE],
    ]),
    ...['3', '9', '', 'for', {}, true].map((value): FieldRow => ['answer', value, CHOICE]),
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
      [field, '', VALUE],
      [field, {}, VALUE],
    ]),
    ['choice', 'x'.repeat(201), LENGTH],
    ['choiceId', '1234567', LENGTH],
    ['choiceId', '01', VALUE],
    ['choiceId', 'a', VALUE],
    ['contested', 'yes', VALUE],
    ['managementSuggestion', 5, VALUE],
    ...['4', '', 'for', {}, '1'].map((value): FieldRow => ['choiceAnswer', value, CHOICE]),
  ];
  it.each(titled(choices))(
    'Question object › choices › %s › %s [question.choices]',
    async (field, _, value, code) => {
      const questions = [election({ choices: [choice({ [field]: value })] })];
      const problem = { type: 'VALIDATION_FIELD', field, errorCode: code } as const;
      expectExactly(await refused(actionBody({ questions })), [problem]);
    },
  );

  it('Question object › choices and possibleChoiceAnswers › only what a ballot can have [question.choices question.possibleChoiceAnswers]', async () => {
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

  it('Errors › every problem at once [§1.errors]', async () => {
    const answer = await refused({
      notifid: 'other',
      type: 'X',
      deadline: 'x',
      extra: 1,
      questions: [proposal({ questionsId: null, answer: '9' })],
    });
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'extra' },
      { type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' },
      { field: 'issuer', errorCode: NULL },
      { field: 'type', errorCode: CHOICE },
      { field: 'deadline', errorCode: DATE },
      { field: 'questionsId', errorCode: NULL },
      { field: 'answer', errorCode: CHOICE },
    ]);
  });

  it.each([['null'], ['[]'], ['"x"'], ['{']])(
    'Errors › no object: %s [§1.malformed]',
    async (text) => {
      const path = `${service.service.url}/backoffice/accounts/${actions.accountNumber}/corporateactions/1`;
      const before = await service.head();
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
      expect(await service.head()).toBe(before);
    },
  );

  it('the largest body that is taken fits the log, a larger one is refused [§10.corporateactions]', async () => {
    const wide = (question: string) =>
      Array.from({ length: 74 }, (_, index) => proposal({ questionsId: String(index), question }));
    const body = actionBody({ questions: wide('漢'.repeat(3_900)) });
    expectStatus(await actions.put(newNotification(), body), 200);
    const answer = await refused(actionBody({ questions: wide('x'.repeat(4_000)) }));
    expectExactly(answer, [{ field: 'questions', errorCode: LENGTH }]);
  });
});
