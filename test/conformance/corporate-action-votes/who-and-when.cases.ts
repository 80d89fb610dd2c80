import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '../../support/manual-clock.js';
import { CHOICE, FORBIDDEN, NOT_FOUND } from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../../support/running-service.js';
import { holder } from '../bank-links.fixture.js';
import { ActionsUnderTest } from '../corporate-actions.fixture.js';

import { actions, all, notifid, questionsOf, refused, service } from './set-up.js';

describe('Votes', () => {
  it('after the deadline › corporateaction.deadline.rule, the deadline itself is in time [vote.cast corporate-action.deadline]', async () => {
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
      const wrong = await expectUnchanged(later, () => mine.vote(id, { ...all.p, answer: '9' }));
      expectExactly(wrong, [{ field: 'answer', errorCode: CHOICE }]);
      const open = await mine.announce({ deadline: null });
      expectStatus(await mine.vote(open, all.p), 200);
    } finally {
      await later.stop();
    }
  });

  it('trade permission › AC, AM, TM, TR vote; MM, DV, SV, strangers and other roles do not [vote.cast permission.codes]', async () => {
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

  it('404 before 400 › unknown notifications and accounts, and those of other firms [errors.404]', async () => {
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

  it('Idempotency-Key › the same vote once; another body is 422 [errors.422 request.idempotency]', async () => {
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

  it('If-Match › stale is 412 [errors.412]', async () => {
    const send = () =>
      service.client.put(actions.path(notifid), { questions: [all.p] }, { 'if-match': '"9"' });
    expectStatus(await expectUnchanged(service, send), 412);
  });

  it('Body id against path id › uri.matching.rule for notifid [request.matching-ids]', async () => {
    const rule = { type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' } as const;
    const questions = [all.p];
    expectExactly(await refused({ notifid: '1', questions }), [{ ...rule, field: 'notifid' }]);
  });

  it('a question that can’t be read is not missed under its other spelling [request.spelling errors.list]', async () => {
    const answer = await refused({ questions: [{ questionId: {}, answer: '0' }] });
    expectExactly(answer, [{ field: 'questionId', errorCode: 'invalid.value' }]);
  });

  it('type › invalid.value when the action is of another one [vote.cast errors.field-codes]', async () => {
    const field = { type: 'VALIDATION_FIELD', field: 'type' } as const;
    const answer = await refused({ type: 'V', questions: [all.p] });
    expectExactly(answer, [{ ...field, errorCode: 'invalid.value', message: 'The type is P.' }]);
  });
});
