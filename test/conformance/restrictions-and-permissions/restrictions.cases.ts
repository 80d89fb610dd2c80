import { describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { CHOICE, FIELD, LENGTH, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, signatureBody } from '../../support/running-service.js';
import { ACCOUNTS, type Expected, expectWritten, idOf, TIMESTAMP } from '../accounts.fixture.js';
import {
  accounts,
  entitled,
  entitledAccount,
  entitledAs,
  FORBIDDEN,
  holder,
  NOT_FOUND,
  permissionsOf,
  readByAnother,
  refused,
  remove,
  restrict,
  restrictionsOf,
} from './set-up.js';

describe('Restrictions', () => {
  it('Accounts › GET …/restrictions › list and one [restriction.managing restriction.reasons]', async () => {
    const number = await accounts.opened('I');
    const [id] = (await accounts.read(number))['restrictions'] as string[];
    const agreement = {
      restrictionId: id,
      accountNumber: number,
      reasonCode: '020',
      restrictionType: 'CR',
      note: null,
      creationDate: expect.stringMatching(TIMESTAMP),
    };
    expect(await accounts.get(number, '/restrictions')).toEqual([agreement]);
    expect(await accounts.get(number, `/restrictions/${String(id)}`)).toEqual(agreement);
    const path = await restrict(number, { note: 'Court order' });
    const external = { ...agreement, reasonCode: '021', note: 'Court order' };
    const own = path.split('/').at(-1);
    expect(await accounts.get(number, '/restrictions')).toEqual([
      agreement,
      { ...external, restrictionId: own },
    ]);
    expect((await accounts.read(number))['restrictions']).toEqual([id, own]);
  });

  it.each(['0', 'x', '%00', '9999999999', ' '])(
    'Accounts › GET …/restrictions/{id} › %j is 404 [errors.404]',
    async (id) => {
      const number = await accounts.opened('I');
      const path = `${restrictionsOf(number)}/${encodeURIComponent(id)}`;
      expectExactly(await accounts.service.client.get(path), [NOT_FOUND], 404);
    },
  );

  it("Accounts › GET …/restrictions/{id} › another account's is 404 [errors.404]", async () => {
    const [one, two] = [await accounts.opened('I'), await accounts.opened('I')];
    const [id] = (await accounts.read(two))['restrictions'] as string[];
    const path = `${restrictionsOf(one)}/${String(id)}`;
    expectExactly(await accounts.service.client.get(path), [NOT_FOUND], 404);
  });

  it('Accounts › POST …/restrictions › 201, empty body, Location [restriction.managing]', async () => {
    const number = await accounts.opened('I');
    const body = {
      accountNumber: number,
      reasonCode: '021',
      restrictionType: 'CR',
      note: 'x'.repeat(255),
    };
    const answer = await accounts.service.client.post(restrictionsOf(number), body);
    expectWritten(answer, 201, new RegExp(`^${restrictionsOf(number)}/[^/]+$`));
    expect(await accounts.get(number, `/restrictions/${idOf(answer)}`)).toMatchObject(body);
  });

  it.each<[string, unknown, Expected]>([
    ['reasonCode', '020', { ...FIELD, errorCode: CHOICE }],
    ['reasonCode', '022', { ...FIELD, errorCode: CHOICE }],
    ['reasonCode', '023', { ...FIELD, errorCode: CHOICE }],
    ['reasonCode', 21, { ...FIELD, errorCode: CHOICE }],
    ['reasonCode', {}, { ...FIELD, errorCode: CHOICE }],
    ['restrictionType', 'XX', { ...FIELD, errorCode: CHOICE }],
    ['restrictionType', 'cr', { ...FIELD, errorCode: CHOICE }],
    ['restrictionType', true, { ...FIELD, errorCode: CHOICE }],
    ['note', 'x'.repeat(256), { ...FIELD, errorCode: LENGTH }],
    ['note', 5, { ...FIELD, errorCode: VALUE }],
    ['note', 'a\u0000', { ...FIELD, errorCode: VALUE }],
    ['accountNumber', 'RZ00000000', { errorCode: 'uri.matching.rule' }],
    ['accountNumber', {}, { ...FIELD, errorCode: VALUE }],
    ['Note', 'x', { type: 'SYNTAX' }],
    ['restrictionId', '1', { type: 'SYNTAX' }],
  ])(
    'Accounts › POST …/restrictions › %s: %j [restriction.managing restriction.reasons]',
    async (field, value, problem) => {
      const number = await accounts.opened('I');
      const post = (): Promise<ClientAnswer> =>
        accounts.service.client.post(restrictionsOf(number), { [field]: value });
      await refused(post, [{ ...problem, field }]);
    },
  );

  it('Accounts › POST …/restrictions › every problem at once [errors.list]', async () => {
    const number = await accounts.opened('I');
    const body = { accountNumber: 'x', reasonCode: '020', restrictionType: 'X', note: 1, more: 1 };
    await refused(
      () => accounts.service.client.post(restrictionsOf(number), body),
      ['reasonCode', 'restrictionType', 'note', 'more'].map((field) => ({ field })),
    );
    await refused(
      () => accounts.service.client.post(restrictionsOf(number), { accountNumber: 'x' }),
      [{ type: 'VALIDATION_RULE', field: 'accountNumber', errorCode: 'uri.matching.rule' }],
    );
  });

  it('Accounts › DELETE …/restrictions/{id} › refused without the entitlement [restriction.managing]', async () => {
    const number = await accounts.opened('I');
    const [id] = (await accounts.read(number))['restrictions'] as string[];
    const own = await restrict(number);
    for (const path of [`${restrictionsOf(number)}/${String(id)}`, own]) {
      await refused(() => remove(path), [FORBIDDEN], 403);
      await refused(() => remove(path, accounts.service.as(accounts.owner)), [FORBIDDEN], 403);
    }
    expect((await accounts.read(number))['restrictions']).toHaveLength(2);
  });

  it('Accounts › DELETE …/restrictions/{id} › entitled: 200, empty, each once, 020 too [restriction.managing]', async () => {
    const [number, owner] = await entitledAccount();
    const own = await restrict(number, {}, entitled);
    const [id] = (await accounts.read(number, entitled))['restrictions'] as string[];
    const agreement = `${restrictionsOf(number)}/${String(id)}`;
    for (const path of [agreement, own]) {
      const answer = await remove(path, entitled);
      expectStatus(answer, 200);
      expect(answer.body).toBeUndefined();
      await refused(() => remove(path, entitled), [NOT_FOUND], 404);
      expectStatus(await entitled.get(path), 404);
    }
    expect(await accounts.read(number, entitled)).toMatchObject({ restrictions: [] });
    expect(await accounts.get(number, '/restrictions', entitled)).toEqual([]);
    // a later signature is stored and lifts nothing
    const sign = await entitled.post(
      `${ACCOUNTS}/${number}/customeragreement`,
      signatureBody(owner),
    );
    expectStatus(sign, 200);
    const types = await accounts.eventTypes(number);
    expect(types.filter((type) => type === 'account.RestrictionLifted')).toHaveLength(2);
    expect(types.at(-1)).toBe('account.AgreementSigned');
  });

  it('Accounts › DELETE …/restrictions/{id} › an entitled firm and who opened the account for others, no owner and nobody let in [restriction.managing]', async () => {
    const [number, owner] = await entitledAccount();
    const viewer = await accounts.service.member({}, entitled);
    const grant = { loginId: viewer, permission: 'TM' };
    expectStatus(await entitled.post(permissionsOf(number), grant), 201);
    const [id] = (await accounts.read(number, entitled))['restrictions'] as string[];
    const path = `${restrictionsOf(number)}/${String(id)}`;
    const acting = (member: string): Promise<ClientAnswer> =>
      entitledAs(member).request('DELETE', path);
    await refused(() => acting(viewer), [FORBIDDEN], 403);
    await refused(() => acting('nobody-at-all'), [FORBIDDEN], 403);
    await refused(() => acting(owner), [FORBIDDEN], 403);
    const more = { permission: 'AM', alertLevel: 'all' };
    expectStatus(await entitled.put(`${permissionsOf(number)}/${viewer}`, more), 200);
    await refused(() => acting(viewer), [FORBIDDEN], 403);
    expectStatus(await entitled.request('DELETE', path), 200);
  });

  it('Accounts › DELETE …/restrictions/{id} › unknown ids, unknown and other accounts [errors.404]', async () => {
    const [number] = await entitledAccount();
    const own = await accounts.opened('I');
    const [id] = (await accounts.read(own))['restrictions'] as string[];
    for (const path of [
      `${restrictionsOf(number)}/0`,
      `${restrictionsOf(number)}/${String(id)}`,
      `${restrictionsOf(own)}/${String(id)}`,
      `${restrictionsOf('RZ00000000')}/${String(id)}`,
    ]) {
      await refused(() => remove(path, entitled), [NOT_FOUND], 404);
    }
  });

  it('Who may call › restrictions › read by every holder, set by AC and AM [permission.codes]', async () => {
    const { service } = accounts;
    const number = await accounts.opened('I');
    const path = restrictionsOf(number);
    for (const permission of ['SV', 'DV', 'TR', 'MM', 'TM']) {
      const client = service.as(await holder(number, permission));
      await refused(() => client.post(path, { note: permission }), [FORBIDDEN], 403);
      await refused(() => client.post(path, { junk: permission }), [FORBIDDEN], 403);
      await readByAnother(client, number, path);
    }
    expectStatus(await service.as(accounts.owner).post(path, {}), 201);
    const manager = service.as(await holder(number, 'AM'));
    expectStatus(await manager.post(path, {}), 201);
    expectStatus(await service.auditor.get(path), 200);
    for (const client of [service.auditor, service.backoffice, service.operator]) {
      await refused(() => client.post(path, {}), [FORBIDDEN], 403);
    }
    for (const client of [service.as(await service.member()), service.backoffice]) {
      expectExactly(await client.get(path), [FORBIDDEN], 403);
    }
    expectExactly(await entitled.get(path), [NOT_FOUND], 404);
    await refused(() => entitled.post(path, { junk: 1 }), [NOT_FOUND], 404);
  });
});
