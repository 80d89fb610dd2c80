import { describe, expect, it } from '@jest/globals';
import { FORBIDDEN, NOT_FOUND } from '../../support/problems.js';
import { expectExactly, expectStatus } from '../../support/running-service.js';
import {
  actionBody,
  ActionsUnderTest,
  election,
  LINKS,
  newNotification,
  proposal,
  sayOnPay,
  tender,
} from '../corporate-actions.fixture.js';
import { holder } from '../bank-links.fixture.js';
import { actions, service } from './set-up.js';

describe('8. Get a corporate action', () => {
  it('Corporate action › every key of the table and of the question object [corporate-action.get corporate-action.* question.*]', async () => {
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

  it('Errors › 404 for unknown notifications, other accounts and other firms [errors.404]', async () => {
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

  it('read details: all but SV; the auditor reads, others do not [permission.codes]', async () => {
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
  it('every action of the account, in order of ids, as a single GET answers it [corporate-action.list]', async () => {
    const mine = new ActionsUnderTest(service, await service.account());
    expect((await service.client.get(mine.list)).body).toEqual([]);
    const ids = [await mine.announce(), await mine.announce({ type: 'V' }), await mine.announce()];
    const answer = await service.client.get(mine.list);
    expectStatus(answer, 200);
    expect(answer.body).toEqual(await Promise.all(ids.map((id) => mine.read(id))));
  });

  it('Consistency › a list after a PUT has it [request.consistency]', async () => {
    const mine = new ActionsUnderTest(service, await service.account());
    const notifid = newNotification();
    const put = await mine.put(notifid, actionBody());
    const token = put.headers.get('x-consistency-token') ?? '';
    const answer = await service.client.get(mine.list, { 'x-consistency-token': token });
    expect(answer.body).toMatchObject([{ notifid }]);
  });
});
