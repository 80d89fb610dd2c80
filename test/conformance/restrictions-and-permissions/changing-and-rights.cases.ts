import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { CHOICE, FIELD, RULE, VALUE } from '../../support/problems.js';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { ACCOUNTS, type Body, type Expected, expectWritten } from '../accounts.fixture.js';
import { api, change, grant, number, openJoint } from './joint-account.js';
import {
  accounts,
  FORBIDDEN,
  holder,
  NOT_FOUND,
  permissionsOf,
  refused,
  remove,
} from './set-up.js';

describe('Permissions', () => {
  const EXISTENCE = { ...RULE, errorCode: 'account.permission.existence.rule' };

  beforeAll(openJoint);

  it('Permissions › PUT › sending back what a read shows changes nothing, even for the creator [permission.managing permission.list]', async () => {
    for (const shown of (await accounts.get(number, '/permissions')) as Body[]) {
      const same = () => change(String(shown['loginId']), shown);
      expectStatus(await expectUnchanged(accounts.service, same), 200);
    }
  });

  it('Permissions › AM › needs alertLevel all [permission.managing permission.alertLevel]', async () => {
    const loginId = await accounts.service.member();
    const problem = { field: 'alertLevel' };
    for (const alertLevel of ['limited', 'none']) {
      await refused(() => grant({ loginId, permission: 'AM', alertLevel }), [problem]);
      await refused(() => change(accounts.partner, { alertLevel }), [problem]);
    }
    const viewer = await holder(number, 'DV');
    expectStatus(await change(viewer, { alertLevel: 'none' }), 200);
    await refused(() => change(viewer, { permission: 'AM' }), [problem]);
    const missing = { field: 'permission', errorCode: 'cannot.be.null' };
    await refused(() => change(viewer, { permission: null }), [missing]);
    expectStatus(await change(viewer, { permission: 'AM', alertLevel: 'all' }), 200);
  });

  it('Permissions › unknown member on the account › existence rule [permission.managing]', async () => {
    const member = await accounts.service.member();
    for (const login of [member, 'nobody-at-all', 'x']) {
      const path = `${permissionsOf(number)}/${login}`;
      const get = await accounts.service.client.get(path);
      expectExactly(get, [EXISTENCE]);
      await refused(() => change(login, { permission: 'DV' }), [EXISTENCE]);
      await refused(() => remove(path), [EXISTENCE]);
    }
  });

  it('Permissions › POST › an existing holder is changed by PUT [permission.managing]', async () => {
    const loginId = await holder(number, 'DV');
    await refused(() => grant({ loginId, permission: 'TR' }), [EXISTENCE]);
  });

  it('Permissions › PUT › 200, empty body; what is left out stays [permission.managing]', async () => {
    const loginId = await holder(number, 'DV');
    const path = `${permissionsOf(number)}/${loginId}`;
    const steps: [Body, Body][] = [
      [{ permission: 'TR' }, { permission: 'TR', alertLevel: 'none', listOnReport: false }],
      [{ alertLevel: 'limited' }, { permission: 'TR', alertLevel: 'limited' }],
      [
        { listOnReport: true, loginId, accountNumber: number },
        { permission: 'TR', alertLevel: 'limited', listOnReport: true },
      ],
    ];
    for (const [body, expected] of steps) {
      expectWritten(await change(loginId, body), 200, path);
      expect(await accounts.get(number, `/permissions/${loginId}`)).toMatchObject(expected);
    }
    await expectUnchanged(accounts.service, async () => {
      expectWritten(await change(loginId, { permission: 'TR', listOnReport: true }), 200, path);
    });
  });

  it.each<[string, unknown, Expected]>([
    ['loginId', 'another', { errorCode: 'uri.matching.rule' }],
    ['accountNumber', 'RZ00000000', { errorCode: 'uri.matching.rule' }],
    ['permission', 'XX', { ...FIELD, errorCode: CHOICE }],
    ['permission', 'dv', { ...FIELD, errorCode: CHOICE }],
    ['alertLevel', 'loud', { ...FIELD, errorCode: CHOICE }],
    ['listOnReport', 'no', { ...FIELD, errorCode: VALUE }],
    ['Permission', 'DV', { type: 'SYNTAX' }],
  ])('Account permission › PUT › %s: %j [permission.managing]', async (field, value, problem) => {
    const login = await holder(number, 'DV');
    await refused(() => change(login, { [field]: value }), [{ ...problem, field }]);
  });

  it('Permissions › DELETE › 200, empty body; given again afterwards [permission.managing]', async () => {
    const loginId = await holder(number, 'DV');
    const path = `${permissionsOf(number)}/${loginId}`;
    const gone = await remove(path);
    expectStatus(gone, 200);
    expect(gone.body).toBeUndefined();
    const list = (await accounts.get(number, '/permissions')) as Body[];
    expect(list.map((one) => one['loginId'])).not.toContain(loginId);
    expectExactly(await accounts.service.client.get(path), [EXISTENCE]);
    await refused(() => remove(path), [EXISTENCE]);
    expectStatus(await grant({ loginId, permission: 'SV' }), 201);
  });

  it("Wire › 404 › another firm's account and unknown ones, before the body is read [errors.404]", async () => {
    const { client } = await accounts.service.otherFirm();
    for (const [path, caller] of [
      [permissionsOf(number), client],
      [permissionsOf('RZ00000000'), accounts.service.client],
    ] as const) {
      expectExactly(await caller.get(path), [NOT_FOUND], 404);
      expectExactly(await caller.get(`${path}/${api}`), [NOT_FOUND], 404);
      await refused(() => caller.post(path, { junk: 1 }), [NOT_FOUND], 404);
      await refused(() => caller.put(`${path}/${api}`, { junk: 1 }), [NOT_FOUND], 404);
      await refused(() => remove(`${path}/${api}`, caller), [NOT_FOUND], 404);
    }
  });

  /** Rights of each permission: read the account, read permissions, manage. */
  const RIGHTS: [string, boolean, boolean, boolean][] = [
    ['AM', true, true, true],
    ['TM', true, true, false],
    ['MM', true, true, false],
    ['TR', true, true, false],
    ['DV', true, true, false],
    ['SV', true, false, false],
    ['none', false, false, false],
  ];

  it.each(RIGHTS)(
    'Who may call › %s › reads account: %s, permissions: %s, manages: %s [permission.codes]',
    async (permission, summary, details, manages) => {
      const { service } = accounts;
      const own = await accounts.opened('I');
      const loginId = await service.member();
      if (permission !== 'none') {
        const body = { loginId, permission };
        expectStatus(await service.client.post(permissionsOf(own), body), 201);
      }
      const written = await service.client.put(`${ACCOUNTS}/${own}`, {});
      const token = { 'x-consistency-token': written.headers.get('x-consistency-token') ?? '' };
      const client = service.as(loginId);
      const status = async (path: string): Promise<number> =>
        (await client.get(`${ACCOUNTS}/${own}${path}`, token)).status;
      const expected = (allowed: boolean): number => (allowed ? 200 : 403);
      expect(await status('')).toBe(expected(summary));
      expect(await status('/restrictions')).toBe(expected(summary));
      expect(await status('/folios')).toBe(expected(summary));
      expect(await status('/permissions')).toBe(expected(details));
      expect(await status(`/permissions/${api}`)).toBe(expected(details));
      expect(await status('/customeragreement')).toBe(expected(details));

      const other = await service.member();
      const path = permissionsOf(own);
      const post = (): Promise<ClientAnswer> =>
        client.post(path, { loginId: other, permission: 'DV' });
      if (manages) {
        expectStatus(await post(), 201);
        expectStatus(await client.put(`${path}/${other}`, { permission: 'SV' }), 200);
        expectStatus(await remove(`${path}/${other}`, client), 200);
        return;
      }
      await refused(post, [FORBIDDEN], 403);
      const to = `${path}/${accounts.owner}`;
      await refused(() => client.put(to, { listOnReport: false }), [FORBIDDEN], 403);
      await refused(() => client.put(to, { junk: 1 }), [FORBIDDEN], 403);
      await refused(() => remove(to, client), [FORBIDDEN], 403);
    },
  );

  it('Who may call › after revocation › neither reads nor manages [permission.codes]', async () => {
    const { service } = accounts;
    const own = await accounts.opened('J');
    const manager = await holder(own, 'AM');
    const client = service.as(manager);
    expectStatus(await client.post(permissionsOf(own), {}), 400);
    const gone = await remove(`${permissionsOf(own)}/${manager}`, service.as(accounts.owner));
    expectStatus(gone, 200);
    const token = { 'x-consistency-token': gone.headers.get('x-consistency-token') ?? '' };
    expectExactly(await client.get(permissionsOf(own), token), [FORBIDDEN], 403);
    expectExactly(await client.get(`${ACCOUNTS}/${own}`, token), [FORBIDDEN], 403);
    const body = { loginId: manager, permission: 'AM' };
    await refused(() => client.post(permissionsOf(own), body), [FORBIDDEN], 403);
  });

  it('Permissions › owners › keep one, which only the creator of the account changes [permission.managing]', async () => {
    const { service, owner, partner } = accounts;
    const own = await accounts.opened('J');
    const corporate = await accounts.opened('A');
    const { primaryAccountOwner: firm } = await accounts.read(corporate);
    const answer = await service.client.get(`/restapi/firms/${String(firm)}`);
    const { firmRep } = answer.body as { firmRep: string };
    const manager = await holder(own, 'AM');
    const OWNER = { ...RULE, errorCode: 'account.permission.for.account.owner.rule' };
    for (const [account, loginId] of [
      [own, owner],
      [own, partner],
      [corporate, firmRep],
    ] as const) {
      await refused(() => remove(`${permissionsOf(account)}/${loginId}`), [OWNER]);
    }
    const path = `${permissionsOf(own)}/${owner}`;
    for (const member of [partner, owner, manager]) {
      const client = service.as(member);
      await refused(() => client.put(path, { permission: 'DV' }), [FORBIDDEN], 403);
      await refused(() => remove(path, client), [OWNER]);
    }
    expectStatus(await service.client.put(path, { permission: 'TR' }), 200);
    expect(await accounts.get(own, `/permissions/${owner}`)).toMatchObject({ permission: 'TR' });
  });

  it('Permissions › owners › say themselves whether they are listed on reports and, below AM, which alerts they get [permission.owners]', async () => {
    const { service, owner, partner } = accounts;
    const own = await accounts.opened('J');
    const shown = (loginId: string) => accounts.get(own, `/permissions/${loginId}`);
    const change = (loginId: string, body: object, as = loginId) =>
      service.as(as).put(`${permissionsOf(own)}/${loginId}`, body);
    for (const listOnReport of [false, true]) {
      expectStatus(await change(owner, { listOnReport }), 200);
      expect(await shown(owner)).toMatchObject({ permission: 'AM', listOnReport });
    }
    await refused(() => change(owner, { alertLevel: 'none' }), [FORBIDDEN], 403);
    await refused(() => change(partner, { listOnReport: false }, owner), [FORBIDDEN], 403);
    expectStatus(
      await service.client.put(`${permissionsOf(own)}/${owner}`, { permission: 'DV' }),
      200,
    );
    const wish = { permission: 'DV', alertLevel: 'limited', listOnReport: false };
    expectStatus(await change(owner, wish), 200);
    expect(await shown(owner)).toMatchObject(wish);
    await refused(() => change(owner, { permission: 'TM' }), [FORBIDDEN], 403);
    const guest = await holder(own, 'DV');
    await refused(() => change(guest, { listOnReport: true }), [FORBIDDEN], 403);
  });

  it('Who may call › roles › an auditor reads, back office and operator do not [auth.bearer]', async () => {
    const { auditor, backoffice, operator } = accounts.service;
    expectStatus(await auditor.get(permissionsOf(number)), 200);
    for (const client of [auditor, backoffice, operator]) {
      const body = { loginId: accounts.trustee, permission: 'DV' };
      await refused(() => grant(body, client), [FORBIDDEN], 403);
    }
    for (const client of [backoffice, operator]) {
      expectProblems(await client.get(permissionsOf(number)), [FORBIDDEN], 403);
    }
  });

  it('Wire › If-Match › a stale one is 412 [errors.412]', async () => {
    const loginId = await holder(number, 'DV');
    const stale = { 'if-match': '"0"' };
    const path = `${permissionsOf(number)}/${loginId}`;
    const { client } = accounts.service;
    await refused(() => client.put(path, { permission: 'SV' }, stale), [{}], 412);
    await refused(() => client.request('DELETE', path, undefined, stale), [{}], 412);
    const { headers } = await client.get(path);
    const fresh = { 'if-match': headers.get('etag') ?? '' };
    expectStatus(await client.put(path, { permission: 'SV' }, fresh), 200);
  });

  it('Wire › Idempotency-Key › granting twice is one grant [request.idempotency]', async () => {
    const loginId = await accounts.service.member();
    const key = { 'idempotency-key': uniqueName('key') };
    const post = (): Promise<ClientAnswer> =>
      accounts.service.client.post(permissionsOf(number), { loginId, permission: 'DV' }, key);
    expectStatus(await post(), 201);
    const again = await expectUnchanged(accounts.service, post);
    expectWritten(again, 201, `${permissionsOf(number)}/${loginId}`);
  });
});
