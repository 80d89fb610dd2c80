import { describe, expect, it } from '@jest/globals';
import { CHOICE, FORBIDDEN, NOT_FOUND } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  act,
  get,
  itemPath,
  itemsPath,
  list,
  memberOidOf,
  newItem,
  put,
  service,
  stranger,
} from './set-up.js';

describe('Get an item for attention', () => {
  it('IFA › every field, both spellings of three keys [ifa.get ifa.* request.output]', async () => {
    const owner = await service.member();
    const fields = {
      ifaType: 'BV',
      ifaStatus: 'V',
      targetOid: '4711',
      targetOidType: 'B',
      forceResponse: true,
      forceView: true,
      viewsRemaining: 3,
      numberOfViews: 5,
      actorOid: '99',
      actionDateTime: '2026-01-02T03:04:05.678+00:00',
      viewDateTime: '2026-01-02T03:04:05.000+00:00',
      startDate: '2026-01-01T00:00:00.000+00:00',
      expirationDate: '2027-01-01T00:00:00.000+00:00',
      priority: '1',
      readDocumentKey: { documentKey: 'r', documentPartnerCode: 'p' },
      writeDocumentKey: { documentKey: 'w', documentPartnerCode: null },
      readDocumentPath: '/documents/r',
      writeDocumentPath: '/documents/w',
      memberOid: await memberOidOf(owner),
    };
    const id = await newItem(owner, fields);
    const answer = await service.client.get(itemPath(owner, id));
    expect(answer.headers.get('etag')).toBe('"0"');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toEqual({
      ...fields,
      id,
      itemForAttentionId: id,
      itemForAttentionType: 'BV',
      itemForAttentionStatus: 'V',
    });
    expect(await list(owner)).toEqual([answer.body]);
    const again = await expectUnchanged(service, () => put(owner, id, answer.body));
    expectStatus(again, 200);
  });

  it('IFA › every key is there, null or default without a value [ifa.*]', async () => {
    const owner = await service.member();
    const id = await newItem(owner);
    expect(await get(owner, id)).toEqual({
      id,
      itemForAttentionId: id,
      ifaType: 'NO',
      itemForAttentionType: 'NO',
      ifaStatus: 'I',
      itemForAttentionStatus: 'I',
      targetOid: null,
      targetOidType: null,
      forceResponse: false,
      forceView: false,
      viewsRemaining: -100,
      numberOfViews: -100,
      actorOid: null,
      actionDateTime: null,
      viewDateTime: null,
      startDate: null,
      expirationDate: null,
      priority: null,
      readDocumentKey: null,
      writeDocumentKey: null,
      readDocumentPath: null,
      writeDocumentPath: null,
      memberOid: await memberOidOf(owner),
    });
  });

  it('IFA › reading does not count as a view [ifa.views]', async () => {
    const owner = await service.member();
    const id = await newItem(owner, { numberOfViews: 1 });
    await expectUnchanged(service, async () => {
      await get(owner, id);
      return list(owner);
    });
    expect(await get(owner, id)).toMatchObject({ viewsRemaining: 1, ifaStatus: 'I' });
  });

  it('403 › another member of the firm, list and answer too [ifa.access errors.403]', async () => {
    const [owner, colleague] = [await service.member(), await service.member()];
    const id = await newItem(owner);
    const other = service.as(colleague);
    expectExactly(await other.get(itemPath(owner, id)), FORBIDDEN, 403);
    expectExactly(await other.get(itemsPath(owner)), FORBIDDEN, 403);
    expectExactly(await expectUnchanged(service, () => act(owner, id, 'A', other)), FORBIDDEN, 403);
    const own = service.as(owner);
    expectStatus(await own.get(itemPath(owner, id)), 200);
    expectStatus(await act(owner, id, 'V', own), 200);
  });

  it('an advisor reads the items of the own clients and answers none [ifa.access ifa.respond]', async () => {
    const advisorId = await service.member();
    const advisor = service.as(advisorId);
    const client = await service.member({}, advisor);
    const id = await newItem(client);
    expectStatus(await advisor.get(itemPath(client, id)), 200);
    expect((await advisor.get(itemsPath(client))).body).toMatchObject([{ id }]);
    for (const action of ['V', 'A']) {
      const answer = await expectUnchanged(service, () => act(client, id, action, advisor));
      expectExactly(answer, FORBIDDEN, 403);
    }
    expectExactly(await service.as(client).get(itemsPath(advisorId)), FORBIDDEN, 403);
  });

  it('403 › back office and operator; an auditor reads and does not answer [ifa.access]', async () => {
    const owner = await service.member();
    const id = await newItem(owner);
    for (const who of [service.backoffice, service.operator]) {
      expectExactly(await who.get(itemPath(owner, id)), FORBIDDEN, 403);
      expectExactly(await who.get(itemsPath(owner)), FORBIDDEN, 403);
      expectExactly(await expectUnchanged(service, () => act(owner, id, 'V', who)), FORBIDDEN, 403);
    }
    expectStatus(await service.auditor.get(itemPath(owner, id)), 200);
    expectStatus(await service.auditor.get(itemsPath(owner)), 200);
    const answer = await expectUnchanged(service, () => act(owner, id, 'V', service.auditor));
    expectExactly(answer, FORBIDDEN, 403);
  });

  it('404 › unknown item or member, another member’s item, another firm [ifa.access]', async () => {
    const [owner, colleague] = [await service.member(), await service.member()];
    const id = await newItem(owner);
    for (const [client, path] of [
      [service.client, itemPath(owner, 'nothing')],
      [service.client, itemPath(owner, 'a%20b')],
      [service.client, itemPath(colleague, id)],
      [service.client, itemPath('nobody.here', id)],
      [stranger, itemPath(owner, id)],
    ] as const) {
      expectExactly(await client.get(path), NOT_FOUND, 404);
      const answer = await expectUnchanged(service, () => client.put(path, { nonsense: 1 }));
      expectExactly(answer, NOT_FOUND, 404);
    }
    expectExactly(await stranger.get(itemsPath(owner)), NOT_FOUND, 404);
    expectExactly(await service.client.get(itemsPath('nobody.here')), NOT_FOUND, 404);
  });

  it('IFAs › list › narrowed by type and status [ifa.respond]', async () => {
    const owner = await service.member();
    const notice = await newItem(owner);
    const seen = await newItem(owner, { ifaType: 'CA', ifaStatus: 'V' });
    const ids = async (query: string): Promise<unknown[]> =>
      (await list(owner, query)).map(({ id }) => id);
    expect(await ids('')).toEqual([notice, seen].sort());
    expect(await ids('?ifaType=NO,AN')).toEqual([notice]);
    expect(await ids('?IFAStatus=V')).toEqual([seen]);
    expect(await ids('?ifaType=NO&ifaStatus=V')).toEqual([]);
    const wrong = await service.client.get(`${itemsPath(owner)}?ifaType=no&ifaStatus=Q&page=1`);
    expectExactly(wrong, [
      { type: 'VALIDATION_FIELD', field: 'ifaType', errorCode: CHOICE },
      { type: 'VALIDATION_FIELD', field: 'ifaStatus', errorCode: CHOICE },
      { type: 'SYNTAX', field: 'page' },
    ]);
  });
});
