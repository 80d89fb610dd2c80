import { describe, expect, it } from '@jest/globals';
import { FORBIDDEN, LENGTH, NOT_FOUND } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  actionBody,
  ActionsUnderTest,
  choice,
  election,
  newNotification,
  proposal,
} from '../corporate-actions.fixture.js';
import { actions, refused, service } from './set-up.js';

describe('PUT /backoffice/accounts/{a}/corporateactions/{notificationid}', () => {
  it('200, empty body, ETag; what GET shows is no event, a changed body an update [back-office.corporateactions back-office.rule]', async () => {
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

  it('If-Match › stale is 412 [errors.412]', async () => {
    const notifid = await actions.announce();
    const path = `/backoffice${actions.path(notifid).slice('/restapi'.length)}`;
    const send = (tag: string) =>
      service.backoffice.put(path, actionBody({ status: 'x' }), { 'if-match': tag });
    expectStatus(await expectUnchanged(service, () => send('"7"')), 412);
    expectStatus(await send('"0"'), 200);
  });

  it('back office alone [back-office.rule]', async () => {
    const notifid = newNotification();
    const path = `/backoffice/accounts/${actions.accountNumber}/corporateactions/${notifid}`;
    for (const client of [service.client, service.auditor, service.operator]) {
      const answer = await expectUnchanged(service, () => client.put(path, actionBody()));
      expectExactly(answer, FORBIDDEN, 403);
    }
  });

  it('404 for unknown accounts and impossible ids, before the body is judged [errors.404]', async () => {
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

  it('Numbers, Booleans › JSON numbers and boolean texts are taken [request.numbers request.booleans]', async () => {
    const questions = [
      election({ contested: 'true', choices: [choice({ choiceId: 0, contested: 'false' })] }),
    ];
    const notifid = await actions.announce({ shares: 12.5, questions });
    const body = await actions.read(notifid);
    expect(body['shares']).toBe('12.5');
    const choices = [{ choiceId: '0', contested: false }];
    expect(body['questions']).toMatchObject([{ contested: true, choices }]);
  });

  it('Body id against path id › uri.matching.rule [request.matching-ids]', async () => {
    const answer = await refused(actionBody({ notifid: '1' }));
    const errorCode = 'uri.matching.rule';
    expectExactly(answer, [{ type: 'VALIDATION_RULE', field: 'notifid', errorCode }]);
  });

  it('the largest accepted body fits into the log, a larger one is refused [back-office.corporateactions]', async () => {
    const wide = (question: string) =>
      Array.from({ length: 74 }, (_, index) => proposal({ questionsId: String(index), question }));
    const body = actionBody({ questions: wide('漢'.repeat(3_900)) });
    expectStatus(await actions.put(newNotification(), body), 200);
    const answer = await refused(actionBody({ questions: wide('x'.repeat(4_000)) }));
    expectExactly(answer, [{ field: 'questions', errorCode: LENGTH }]);
  });
});
