import { describe, expect, it } from '@jest/globals';
import { CHOICE, NULL } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  act,
  type Body,
  clock,
  get,
  itemPath,
  memberOidOf,
  newItem,
  service,
  TIMESTAMP,
} from './set-up.js';

describe('IFAs › PUT, actions A, R and V', () => {
  it('Conventions › update › 200 with an empty body [ifa.respond request.updated]', async () => {
    const owner = await service.member();
    const id = await newItem(owner);
    expect(await act(owner, id, 'V')).toMatchObject({ status: 200, body: undefined });
  });

  it.each(['NO', 'AN', 'BV', 'MD', 'AA', 'SA', 'DU', 'IA', 'CA'])(
    'IFA › type %s › A agrees [ifa.respond ifa.ifaType]',
    async (ifaType) => {
      const owner = await service.member();
      const id = await newItem(owner, { ifaType });
      expectStatus(await act(owner, id, 'A', service.as(owner)), 200);
      expect(await get(owner, id)).toMatchObject({
        ifaStatus: 'A',
        itemForAttentionStatus: 'A',
        actorOid: await memberOidOf(owner),
        actionDateTime: expect.stringMatching(TIMESTAMP),
      });
      expectStatus(await expectUnchanged(service, () => act(owner, id, 'A')), 200);
    },
  );

  it.each(['NO', 'AN', 'MD', 'AA', 'SA', 'DU', 'IA', 'CA'])(
    'IFA › type %s › R is only for BV [ifa.respond]',
    async (ifaType) => {
      const owner = await service.member();
      const id = await newItem(owner, { ifaType });
      const answer = await expectUnchanged(service, () => act(owner, id, 'R'));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'action', errorCode: CHOICE }]);
    },
  );

  it('IFA › type BV › R rejects; another answer afterwards is refused [ifa.respond]', async () => {
    const owner = await service.member();
    const id = await newItem(owner, { ifaType: 'BV' });
    expectStatus(await act(owner, id, 'R'), 200);
    expect(await get(owner, id)).toMatchObject({
      ifaStatus: 'R',
      actorOid: service.credentials.apiLoginId,
    });
    const answer = await expectUnchanged(service, () => act(owner, id, 'A'));
    expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'ifa.final.rule' }]);
    expectStatus(await expectUnchanged(service, () => act(owner, id, 'R')), 200);
  });

  it.each(['A', 'R', 'Y', 'N', 'O', 'X'])(
    'IFA › status %s › is final [ifa.ifaStatus]',
    async (ifaStatus) => {
      const owner = await service.member();
      const id = await newItem(owner, { ifaType: 'BV', ifaStatus });
      const answer = await expectUnchanged(service, () =>
        act(owner, id, ifaStatus === 'A' ? 'R' : 'A'),
      );
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'ifa.final.rule' }]);
    },
  );

  it('IFA › viewsRemaining › V counts down to nothing [ifa.views ifa.respond]', async () => {
    const owner = await service.member();
    const id = await newItem(owner, { numberOfViews: 2 });
    for (const viewsRemaining of [1, 0]) {
      expectStatus(await act(owner, id, 'V'), 200);
      expect(await get(owner, id)).toMatchObject({
        ifaStatus: 'V',
        viewsRemaining,
        numberOfViews: 2,
        viewDateTime: expect.stringMatching(TIMESTAMP),
        actorOid: null,
      });
    }
    const answer = await expectUnchanged(service, () => act(owner, id, 'V'));
    expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'ifa.views.exhausted.rule' }]);
    expectStatus(await act(owner, id, 'A'), 200);
  });

  it('IFA › viewsRemaining › -100 has no limit [ifa.views ifa.respond]', async () => {
    const owner = await service.member();
    const id = await newItem(owner);
    for (let i = 0; i < 3; i++) expectStatus(await act(owner, id, 'V'), 200);
    expect(await get(owner, id)).toMatchObject({ viewsRemaining: -100, ifaStatus: 'V' });
  });

  it('IFA › viewing an answered item keeps its status [ifa.ifaStatus]', async () => {
    const owner = await service.member();
    const id = await newItem(owner, { numberOfViews: 2 });
    await act(owner, id, 'A');
    expectStatus(await act(owner, id, 'V'), 200);
    expect(await get(owner, id)).toMatchObject({ ifaStatus: 'A', viewsRemaining: 1 });
  });

  it('IFA › forceView › answering an item that has been viewed [ifa.force]', async () => {
    const owner = await service.member();
    const id = await newItem(owner, { ifaType: 'BV', forceView: true });
    for (const action of ['A', 'R']) {
      const answer = await expectUnchanged(service, () => act(owner, id, action));
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'ifa.view.required.rule' }]);
    }
    expectStatus(await act(owner, id, 'V'), 200);
    expectStatus(await act(owner, id, 'A'), 200);
  });

  it('IFA › startDate › shown, and nothing is taken before [ifa.handling]', async () => {
    const owner = await service.member();
    const startDate = new Date(clock.now() + 60_000).toISOString();
    const id = await newItem(owner, { startDate });
    expect(await get(owner, id)).toMatchObject({ ifaStatus: 'I' });
    for (const action of ['V', 'A']) {
      const answer = await expectUnchanged(service, () => act(owner, id, action));
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'ifa.not.started.rule' }]);
    }
    clock.advance(60_000);
    expectStatus(await act(owner, id, 'V'), 200);
    expectStatus(await act(owner, id, 'A'), 200);
  });

  it('IFA › expirationDate › nothing is accepted afterwards [ifa.handling]', async () => {
    const owner = await service.member();
    const expirationDate = new Date(clock.now() + 60_000).toISOString();
    const id = await newItem(owner, { expirationDate });
    expectStatus(await act(owner, id, 'V'), 200);
    clock.advance(60_000);
    for (const action of ['V', 'A']) {
      const answer = await expectUnchanged(service, () => act(owner, id, action));
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'ifa.expired.rule' }]);
    }
  });

  it.each<[string, Body, { type?: 'SYNTAX'; field: string; errorCode?: string }[]]>([
    ['missing', {}, [{ field: 'action', errorCode: NULL }]],
    ['null', { action: null }, [{ field: 'action', errorCode: NULL }]],
    ['outside the list', { action: 'Y' }, [{ field: 'action', errorCode: CHOICE }]],
    ['wrong case', { action: 'a' }, [{ field: 'action', errorCode: CHOICE }]],
    ['wrong type', { action: true }, [{ field: 'action', errorCode: CHOICE }]],
    [
      'unknown keys',
      { Action: 'A', ifaStatus: 'A' },
      [
        { type: 'SYNTAX', field: 'Action' },
        { type: 'SYNTAX', field: 'ifaStatus' },
        { field: 'action', errorCode: NULL },
      ],
    ],
  ])('IFAs › action › %s [ifa.respond]', async (_, body, problems) => {
    const owner = await service.member();
    const id = await newItem(owner);
    const answer = await expectUnchanged(service, () =>
      service.client.put(itemPath(owner, id), body),
    );
    expectExactly(answer, problems);
  });

  it('Consistency › If-Match › 412 when stale [errors.412]', async () => {
    const owner = await service.member();
    const id = await newItem(owner);
    await act(owner, id, 'V');
    const path = itemPath(owner, id);
    const stale = await expectUnchanged(service, () =>
      service.client.put(path, { action: 'A' }, { 'if-match': '"0"' }),
    );
    expectExactly(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
    expectStatus(await service.client.put(path, { action: 'A' }, { 'if-match': '"1"' }), 200);
  });
});
