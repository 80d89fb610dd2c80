import { beforeAll, describe, expect, it } from '@jest/globals';
import { titled } from '../../support/field-rows.js';
import { CHOICE, DATE, FORBIDDEN, LENGTH, NOT_FOUND, NULL, VALUE } from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { act, get, newItem, put, service } from './set-up.js';

describe('Back office › IFAs', () => {
  let owner: string;

  beforeAll(async () => {
    owner = await service.member();
  });

  it.each(['NO', 'AN', 'BV', 'MD', 'AA', 'SA', 'DU', 'IA', 'CA'])(
    'IFA › ifaType %s [ifa.ifaType back-office.ifas]',
    async (type) => {
      const id = await newItem(owner, { ifaType: type, itemForAttentionType: type });
      expect(await get(owner, id)).toMatchObject({ ifaType: type, itemForAttentionType: type });
      const aliased = uniqueName('i');
      expectStatus(await put(owner, aliased, { itemForAttentionType: type }), 200);
      expect(await get(owner, aliased)).toMatchObject({ ifaType: type });
    },
  );

  it.each(['I', 'V', 'A', 'R', 'Y', 'N', 'O', 'X'])(
    'IFA › ifaStatus %s [ifa.ifaStatus]',
    async (status) => {
      const id = await newItem(owner, { ifaStatus: status });
      expect(await get(owner, id)).toMatchObject({
        ifaStatus: status,
        itemForAttentionStatus: status,
      });
      const other = await newItem(owner);
      expectStatus(await put(owner, other, { ifaType: 'NO', itemForAttentionStatus: status }), 200);
      expect(await get(owner, other)).toMatchObject({ ifaStatus: status });
    },
  );

  it('IFA › Booleans and numbers as text, timestamps in any ISO form [request.booleans request.timestamps]', async () => {
    const id = await newItem(owner, {
      forceView: 'true',
      forceResponse: 'false',
      numberOfViews: '7',
      priority: 5,
      targetOid: 4711,
      targetOidType: 'B',
      startDate: '2026-03-01T12:00:00-0500',
      expirationDate: '2099-03-01T12:00:00Z',
    });
    expect(await get(owner, id)).toMatchObject({
      forceView: true,
      forceResponse: false,
      numberOfViews: 7,
      viewsRemaining: 7,
      priority: '5',
      targetOid: '4711',
      startDate: '2026-03-01T17:00:00.000+00:00',
      expirationDate: '2099-03-01T12:00:00.000+00:00',
    });
  });

  it.each(
    titled([
      ['ifaType', undefined, NULL],
      ['ifaType', null, NULL],
      ['ifaType', 'ZZ', CHOICE],
      ['ifaType', 'no', CHOICE],
      ['ifaType', true, CHOICE],
      ['itemForAttentionType', 'SA', VALUE],
      ['ifaStatus', 'Q', CHOICE],
      ['ifaStatus', 'a', CHOICE],
      ['itemForAttentionStatus', 'i', CHOICE],
      ['targetOidType', 'C', CHOICE],
      ['targetOidType', 'a', CHOICE],
      ['targetOid', {}, VALUE],
      ['targetOid', 'x'.repeat(501), LENGTH],
      ['forceResponse', 'yes', VALUE],
      ['forceView', 1, VALUE],
      ['viewsRemaining', -1, VALUE],
      ['viewsRemaining', 1.5, VALUE],
      ['viewsRemaining', 'many', VALUE],
      ['numberOfViews', -99, VALUE],
      ['numberOfViews', [], VALUE],
      ['actorOid', true, VALUE],
      ['actionDateTime', 'now', DATE],
      ['viewDateTime', '2026-01-01', DATE],
      ['actionDateTime', '2099-01-01T00:00:00Z', DATE],
      ['viewDateTime', '2099-01-01T00:00:00Z', DATE],
      ['startDate', '2026-02-30T00:00:00Z', DATE],
      ['expirationDate', '2026-01-01T00:00:00', DATE],
      ['expirationDate', 5, DATE],
      ['priority', {}, VALUE],
      ['readDocumentKey', 'r', VALUE],
      ['writeDocumentKey', [], VALUE],
      ['readDocumentPath', 'x'.repeat(501), LENGTH],
      ['writeDocumentPath', 1, VALUE],
      ['memberOid', '1', VALUE],
      ['itemForAttentionId', {}, VALUE],
    ]),
  )('IFA › %s › %s [ifa.*]', async (field, _, value, errorCode) => {
    const target = field.startsWith('target') ? { targetOid: '4711', targetOidType: 'A' } : {};
    const body = { ifaType: 'NO', ...target, [field]: value };
    const answer = await expectUnchanged(service, () => put(owner, uniqueName('i'), body));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it.each([
    ['targetOidType', { targetOid: '4711' }, NULL],
    ['targetOidType', { targetOid: '4711', targetOidType: null }, NULL],
    ['targetOid', { targetOidType: 'B' }, NULL],
    ['viewsRemaining', { numberOfViews: 3, viewsRemaining: 4 }, VALUE],
    ['viewsRemaining', { numberOfViews: 3, viewsRemaining: -100 }, VALUE],
  ])('IFA › %s › not in %j [ifa.target ifa.views]', async (field, fields, errorCode) => {
    const body = { ifaType: 'NO', ...fields };
    const answer = await expectUnchanged(service, () => put(owner, uniqueName('i'), body));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('IFA › readDocumentKey › documentKey is needed [ifa.keys]', async () => {
    for (const field of ['readDocumentKey', 'writeDocumentKey']) {
      const body = { ifaType: 'NO', [field]: { documentPartnerCode: 'p', DocumentKey: 'x' } };
      const answer = await expectUnchanged(service, () => put(owner, uniqueName('i'), body));
      expectExactly(answer, [
        { type: 'SYNTAX', field: 'DocumentKey' },
        { type: 'VALIDATION_FIELD', field: 'documentKey', errorCode: NULL },
      ]);
    }
  });

  it('IFA › a type that can’t be read is not missed under its other spelling [ifa.ifaType errors.list]', async () => {
    const body = { itemForAttentionType: {} };
    const answer = await expectUnchanged(service, () => put(owner, uniqueName('i'), body));
    expectExactly(answer, [{ field: 'itemForAttentionType', errorCode: CHOICE }]);
  });

  it('IFA › expirationDate before startDate [ifa.handling]', async () => {
    const body = {
      ifaType: 'NO',
      startDate: '2026-01-02T00:00:00Z',
      expirationDate: '2026-01-01T00:00:00Z',
    };
    const answer = await expectUnchanged(service, () => put(owner, uniqueName('i'), body));
    expectExactly(answer, [{ field: 'expirationDate', errorCode: VALUE }]);
  });

  it('Wire rules › body id against path id, both spellings; unknown keys; all at once [request.matching-ids errors.SYNTAX]', async () => {
    for (const key of ['id', 'itemForAttentionId']) {
      const body = { ifaType: 'NO', [key]: 'another' };
      const answer = await expectUnchanged(service, () => put(owner, uniqueName('i'), body));
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' }]);
    }
    const answer = await expectUnchanged(service, () =>
      put(owner, uniqueName('i'), { IfaType: 'NO', loginId: owner, forceView: 'x' }),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'IfaType' },
      { type: 'SYNTAX', field: 'loginId' },
      { field: 'ifaType', errorCode: NULL },
      { field: 'forceView', errorCode: VALUE },
    ]);
  });

  it('PUT › sent twice, it is one change, even if the member answered in between [back-office.rule]', async () => {
    const body = { ifaType: 'NO', priority: '1' };
    const id = await newItem(owner, body);
    expectStatus(await expectUnchanged(service, () => put(owner, id, body)), 200);
    await act(owner, id, 'A');
    expectStatus(await expectUnchanged(service, () => put(owner, id, body)), 200);
    expect(await get(owner, id)).toMatchObject({ ifaStatus: 'A' });
    expectStatus(await put(owner, id, { ...body, priority: '2' }), 200);
    expect(await get(owner, id)).toMatchObject({ ifaStatus: 'A', priority: '2' });
  });

  it('PUT › the id of another member’s item [ifa.id]', async () => {
    const id = await newItem(owner);
    const colleague = await service.member();
    const answer = await expectUnchanged(service, () => put(colleague, id, { ifaType: 'NO' }));
    expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'ifa.id.taken.rule' }]);
  });

  it('PUT › roles › backoffice only; unknown members are 404 before the body [back-office.rule]', async () => {
    const path = `/backoffice/members/${owner}/ifas/${uniqueName('i')}`;
    for (const who of [service.client, service.auditor, service.operator]) {
      const answer = await expectUnchanged(service, () => who.put(path, { ifaType: 'NO' }));
      expectExactly(answer, FORBIDDEN, 403);
    }
    const answer = await expectUnchanged(service, () => put('nobody.here', 'x', { nonsense: 1 }));
    expectExactly(answer, NOT_FOUND, 404);
  });
});
