import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { ManualClock } from '../support/manual-clock.js';
import { titled } from '../support/field-rows.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
  validSsn,
} from '../support/running-service.js';

type Body = Readonly<Record<string, unknown>>;

const clock = new ManualClock(Date.now());
let service: ServiceUnderTest;
let stranger: BrokerageClient;
beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock });
  stranger = (await service.otherFirm()).client;
});
afterAll(() => service.stop());

const NULL = 'cannot.be.null';
const CHOICE = 'invalid.choice';
const DATE = 'invalid.date';
const LENGTH = 'invalid.length';
const VALUE = 'invalid.value';
const FORBIDDEN = [{ type: 'FORBIDDEN' }] as const;
const NOT_FOUND = [{ type: 'NOT_FOUND' }] as const;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

const itemsPath = (loginId: string): string => `/restapi/members/${loginId}/ifas`;
const itemPath = (loginId: string, id: string): string => `${itemsPath(loginId)}/${id}`;
const list = async (loginId: string, query = ''): Promise<Body[]> => {
  const answer = await service.client.get(itemsPath(loginId) + query);
  expectStatus(answer, 200);
  return answer.body as Body[];
};
const get = async (loginId: string, id: string): Promise<Body> => {
  const answer = await service.client.get(itemPath(loginId, id));
  expectStatus(answer, 200);
  return answer.body as Body;
};
const put = (loginId: string, id: string, body: unknown): Promise<ClientAnswer> =>
  service.backoffice.put(`/backoffice/members/${loginId}/ifas/${id}`, body);
const newItem = async (loginId: string, fields: Body = {}): Promise<string> => {
  const id = uniqueName('i');
  expectStatus(await put(loginId, id, { ifaType: 'NO', ...fields }), 200);
  return id;
};
const act = (
  loginId: string,
  id: string,
  action: unknown,
  client = service.client,
): Promise<ClientAnswer> => client.put(itemPath(loginId, id), { action });
const memberOidOf = async (loginId: string): Promise<unknown> =>
  ((await service.client.get(`/restapi/members/${loginId}`)).body as Body)['memberOid'];

describe('Customer agreements and IFAs › an SA item for every required signer', () => {
  const minor = (): Body => ({
    firstName: 'Kid',
    lastName: 'Doe',
    dateOfBirth: '2015-01-01',
    ssn: validSsn(),
    citizenship: 'C',
    state: 'NY',
  });
  const TAXATION: Readonly<Record<string, Body>> = {
    A: { taxClassification: 'C' },
    F: { taxClassification: 'P' },
  };

  /** Opens an account; answers its number, its signers and owners who need not sign. */
  async function open(
    accountType: string,
  ): Promise<{ accountNumber: string; signers: string[]; others: string[] }> {
    const [owner, partner] = [await service.member(), await service.member()];
    if ('JKLMX'.includes(accountType)) {
      const trust = accountType === 'X' ? { accountRegistrationInfo: 'The Doe Trust' } : {};
      const accountNumber = await service.account({
        accountType,
        primaryAccountOwner: owner,
        jointOwners: [partner],
        ...trust,
      });
      return { accountNumber, signers: [owner, partner], others: [] };
    }
    if (!'DAFEBVCH'.includes(accountType)) {
      const custodial = accountType === 'U' ? { minor: minor() } : {};
      const accountNumber = await service.account({
        accountType,
        primaryAccountOwner: owner,
        ...custodial,
      });
      return { accountNumber, signers: [owner], others: [] };
    }
    const address = { line1: '1 Main St', city: 'Dover', state: 'DE', zipcode: '19901' };
    const firm = await service.client.post('/restapi/firms', {
      firmName: 'Doe Inc.',
      firmTaxId: '123456789',
      firmRep: owner,
      primaryAddress: address,
    });
    expectStatus(firm, 201);
    const trustee = uniqueName('t');
    expectStatus(
      await service.client.post('/restapi/trustees', {
        loginId: trustee,
        firstName: 'Tom',
        lastName: 'Trust',
        dateOfBirth: '1970-01-01',
        email1: 'tom@example.com',
      }),
      201,
    );
    const accountNumber = await service.account({
      accountType,
      primaryAccountOwner: firm.location?.split('/').at(-1) ?? '',
      trustees: [trustee],
      accountRegistrationInfo: 'Doe Inc.',
      ...TAXATION[accountType],
    });
    return { accountNumber, signers: [owner], others: [partner] };
  }

  it.each('IJKLMU9PQRSXDAFEBVCH'.split(''))(
    'IFA › account type %s › raised at opening, agreed by the signature [§6.items states.ifa-signed]',
    async (accountType) => {
      const { accountNumber, signers, others } = await open(accountType);
      for (const loginId of others) expect(await list(loginId)).toEqual([]);
      for (const loginId of signers) {
        const items = await list(loginId);
        expect(items).toHaveLength(1);
        const [item] = items;
        expect(item).toMatchObject({
          ifaType: 'SA',
          ifaStatus: 'I',
          targetOid: accountNumber,
          targetOidType: 'A',
          forceResponse: true,
          viewsRemaining: -100,
          memberOid: await memberOidOf(loginId),
          actorOid: null,
          actionDateTime: null,
        });
      }
      const path = `/restapi/accounts/${accountNumber}`;
      for (const loginId of signers) {
        expect((await service.client.get(path)).body).toMatchObject({
          accountStatus: 'RESTRICTED',
        });
        await service.sign(accountNumber, loginId);
        expect(await list(loginId)).toEqual([
          expect.objectContaining({
            ifaStatus: 'A',
            itemForAttentionStatus: 'A',
            actorOid: await memberOidOf(loginId),
            actionDateTime: expect.stringMatching(TIMESTAMP),
          }),
        ]);
      }
      expect((await service.client.get(path)).body).toMatchObject({ accountStatus: 'OPEN' });
    },
  );

  it('IFA › two accounts of one owner › only the signed one’s item is agreed [states.ifa-signed]', async () => {
    const owner = await service.member();
    const [one, two] = [
      await service.account({ primaryAccountOwner: owner }),
      await service.account({ primaryAccountOwner: owner }),
    ];
    await service.sign(two, owner);
    const statuses = (await list(owner)).map(({ targetOid, ifaStatus }) => [targetOid, ifaStatus]);
    expect(new Map(statuses as [string, string][])).toEqual(
      new Map([
        [one, 'I'],
        [two, 'A'],
      ]),
    );
  });

  it('IFA › a signature agrees to an item that the advisor had rejected [states.ifa-signed]', async () => {
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner });
    const [item] = await list(owner);
    const id = String(item?.['id']);
    const rejected = { ...item, ifaStatus: 'N', itemForAttentionStatus: 'N' };
    expectStatus(await put(owner, id, rejected), 200);
    await service.sign(account, owner);
    expect(await get(owner, id)).toMatchObject({ ifaStatus: 'A' });
  });

  it('Customer agreement › signed again › the document is stored, the item stays agreed [states.agreement-without-ifa]', async () => {
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner });
    const path = `/restapi/accounts/${account}/customeragreement`;
    const digest = async (): Promise<unknown> =>
      ((await service.client.get(path)).body as { sha256: unknown }[]).map(({ sha256 }) => sha256);
    await service.sign(account, owner);
    const [item, before] = [await list(owner), await digest()];
    const signatureData = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString(
      'base64',
    );
    expectStatus(await service.client.post(path, { ...signatureBody(owner), signatureData }), 200);
    expect(await digest()).not.toEqual(before);
    expect(await list(owner)).toEqual(item);
  });

  it('IFA › agreeing to the item is no signature: the account stays restricted [§6.items]', async () => {
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner });
    const [item] = await list(owner);
    expectStatus(await act(owner, String(item?.['id']), 'A'), 200);
    const { body } = await service.client.get(`/restapi/accounts/${account}`);
    expect(body).toMatchObject({ accountStatus: 'RESTRICTED' });
  });
});

describe('Get an item for attention, endpoint 17', () => {
  it('IFA › every field, both spellings of three keys [17.response ifa.* §1.output]', async () => {
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

  it('IFA › reading is no view [ifa.views]', async () => {
    const owner = await service.member();
    const id = await newItem(owner, { numberOfViews: 1 });
    await expectUnchanged(service, async () => {
      await get(owner, id);
      return list(owner);
    });
    expect(await get(owner, id)).toMatchObject({ viewsRemaining: 1, ifaStatus: 'I' });
  });

  it('endpoint 17 › 403 › another member of the firm, list and answer too [17.errors authentication.forbidden]', async () => {
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

  it('endpoint 17 › 403 › back office and operator; an auditor reads and does not answer [17.errors]', async () => {
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

  it('endpoint 17 › 404 › unknown item or member, another member’s item, another firm [17.errors]', async () => {
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

  it('IFAs › list › narrowed by type and status [§6.ifas]', async () => {
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

describe('IFAs › PUT, actions A, R and V', () => {
  it('Conventions › update › 200 with an empty body [§6.ifas conventions.update]', async () => {
    const owner = await service.member();
    const id = await newItem(owner);
    expect(await act(owner, id, 'V')).toMatchObject({ status: 200, body: undefined });
  });

  it.each(['NO', 'AN', 'BV', 'MD', 'AA', 'SA', 'DU', 'IA', 'CA'])(
    'IFA › type %s › A agrees [§6.ifas ifa.ifaType]',
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
    'IFA › type %s › R is only for BV [§6.ifas]',
    async (ifaType) => {
      const owner = await service.member();
      const id = await newItem(owner, { ifaType });
      const answer = await expectUnchanged(service, () => act(owner, id, 'R'));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'action', errorCode: CHOICE }]);
    },
  );

  it('IFA › type BV › R rejects; another answer afterwards is refused [§6.ifas]', async () => {
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
    'IFA › status %s › is final [ifa.ifaStatus states.ifa-statuses]',
    async (ifaStatus) => {
      const owner = await service.member();
      const id = await newItem(owner, { ifaType: 'BV', ifaStatus });
      const answer = await expectUnchanged(service, () =>
        act(owner, id, ifaStatus === 'A' ? 'R' : 'A'),
      );
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'ifa.final.rule' }]);
    },
  );

  it('IFA › viewsRemaining › V counts down to nothing [ifa.views §6.ifas]', async () => {
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

  it('IFA › viewsRemaining › -100 has no limit [ifa.views §6.ifas]', async () => {
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

  it('IFA › forceView › the answer comes after a view [ifa.force]', async () => {
    const owner = await service.member();
    const id = await newItem(owner, { ifaType: 'BV', forceView: true });
    for (const action of ['A', 'R']) {
      const answer = await expectUnchanged(service, () => act(owner, id, action));
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'ifa.view.required.rule' }]);
    }
    expectStatus(await act(owner, id, 'V'), 200);
    expectStatus(await act(owner, id, 'A'), 200);
  });

  it('IFA › expirationDate › nothing is taken afterwards [ifa.handling]', async () => {
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
  ])('IFAs › action › %s [§6.ifas]', async (_, body, problems) => {
    const owner = await service.member();
    const id = await newItem(owner);
    const answer = await expectUnchanged(service, () =>
      service.client.put(itemPath(owner, id), body),
    );
    expectExactly(answer, problems);
  });

  it('Consistency › If-Match › 412 when stale [§1.412]', async () => {
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

describe('Back office › IFAs', () => {
  let owner: string;
  beforeAll(async () => {
    owner = await service.member();
  });

  it.each(['NO', 'AN', 'BV', 'MD', 'AA', 'SA', 'DU', 'IA', 'CA'])(
    'IFA › ifaType %s [ifa.ifaType §10.ifas]',
    async (type) => {
      const id = await newItem(owner, { ifaType: type, itemForAttentionType: type });
      expect(await get(owner, id)).toMatchObject({ ifaType: type, itemForAttentionType: type });
      const aliased = uniqueName('i');
      expectStatus(await put(owner, aliased, { itemForAttentionType: type }), 200);
      expect(await get(owner, aliased)).toMatchObject({ ifaType: type });
    },
  );

  it.each(['I', 'V', 'A', 'R', 'Y', 'N', 'O', 'X'])(
    'IFA › ifaStatus %s [ifa.ifaStatus states.ifa-statuses]',
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

  it('IFA › Booleans and numbers as text, timestamps in any ISO form [§1.booleans §1.timestamps]', async () => {
    const id = await newItem(owner, {
      forceView: 'true',
      forceResponse: 'false',
      numberOfViews: '7',
      priority: 5,
      targetOid: 4711,
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
    const body = { ifaType: 'NO', [field]: value };
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

  it('IFA › expirationDate before startDate [ifa.handling]', async () => {
    const body = {
      ifaType: 'NO',
      startDate: '2026-01-02T00:00:00Z',
      expirationDate: '2026-01-01T00:00:00Z',
    };
    const answer = await expectUnchanged(service, () => put(owner, uniqueName('i'), body));
    expectExactly(answer, [{ field: 'expirationDate', errorCode: VALUE }]);
  });

  it('Wire rules › body id against path id, both spellings; a bad id; unknown keys; all at once [§1.matching-ids errors.SYNTAX]', async () => {
    for (const key of ['id', 'itemForAttentionId']) {
      const body = { ifaType: 'NO', [key]: 'another' };
      const answer = await expectUnchanged(service, () => put(owner, uniqueName('i'), body));
      expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'uri.matching.rule' }]);
    }
    const answer = await expectUnchanged(service, () =>
      put(owner, 'a%20b', { IfaType: 'NO', loginId: owner, forceView: 'x' }),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'IfaType' },
      { type: 'SYNTAX', field: 'loginId' },
      { field: 'id', errorCode: VALUE },
      { field: 'ifaType', errorCode: NULL },
      { field: 'forceView', errorCode: VALUE },
    ]);
  });

  it('PUT › sent twice is one change, also when the member answered in between [§10.rule]', async () => {
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

  it('PUT › roles › backoffice only; unknown members are 404 before the body [§10.rule]', async () => {
    const path = `/backoffice/members/${owner}/ifas/${uniqueName('i')}`;
    for (const who of [service.client, service.auditor, service.operator]) {
      const answer = await expectUnchanged(service, () => who.put(path, { ifaType: 'NO' }));
      expectExactly(answer, FORBIDDEN, 403);
    }
    const answer = await expectUnchanged(service, () => put('nobody.here', 'x', { nonsense: 1 }));
    expectExactly(answer, NOT_FOUND, 404);
  });
});
