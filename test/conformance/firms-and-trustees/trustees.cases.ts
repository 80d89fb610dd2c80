import { describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { titled } from '../../support/field-rows.js';
import {
  CHOICE,
  DATE,
  DIGITS,
  FORBIDDEN,
  LENGTH,
  NOT_FOUND,
  NULL,
  VALUE,
} from '../../support/problems.js';
import { expectExactly, expectUnchanged, validSsn } from '../../support/running-service.js';
import {
  address,
  type Body,
  newTrustee,
  other,
  service,
  TIMESTAMP,
  trusteeBody,
  TRUSTEES,
} from './set-up.js';

describe('Trustees', () => {
  const create = (body: Body, client = service.client): Promise<ClientAnswer> =>
    client.post(TRUSTEES, body);

  it('Conventions › create › 201, empty body, Location; shown by GET and in the list [trustee.create]', async () => {
    const fields = {
      title: 'Mr.',
      middleName: 'T',
      suffix: 'Sr.',
      email2: 'trust@example.com',
      dayTelephone: '302-555-0100',
      eveningTelephone: '302-555-0101',
      primaryAddress: address(),
      mailingAddress: address({ line1: 'PO Box 9' }),
      citizenship: 'R',
      residenceCountry: 'CA',
    };
    const body = trusteeBody(fields);
    const tid = validSsn();
    const answer = await create({ ...body, tid });
    const path = `${TRUSTEES}/${String(body['loginId'])}`;
    expect(answer).toMatchObject({ status: 201, body: undefined, location: path });
    const expected = {
      ...body,
      dateOfBirth: '1970-01-02T00:00:00.000+00:00',
      memberOid: expect.stringMatching(/^\d+$/),
      firmOid: service.credentials.firmId,
      creationDate: expect.stringMatching(TIMESTAMP),
      tid: `*****${tid.slice(-4)}`,
    };
    expect((await service.client.get(path)).body).toEqual(expected);
    const list = await service.client.get(TRUSTEES);
    expect(list.body).toEqual(expect.arrayContaining([expected]));
  });

  it('Trustees › dateOfBirth › of legal age, with or without an address [trustee.create]', async () => {
    const tooYoung = { type: 'VALIDATION_RULE', errorCode: 'member.legal.age.state.rule' } as const;
    const dateOfBirth = `${new Date().getUTCFullYear() - 17}-01-01`;
    for (const fields of [{ dateOfBirth }, { dateOfBirth, primaryAddress: address() }]) {
      const answer = await expectUnchanged(service, () => create(trusteeBody(fields)));
      expectExactly(answer, [{ ...tooYoung, field: 'dateOfBirth' }]);
    }
  });

  it.each(['loginId', 'firstName', 'lastName', 'dateOfBirth', 'email1'])(
    'Trustees › %s › required: missing or null [trustee.create]',
    async (field) => {
      for (const value of [undefined, null]) {
        const answer = await expectUnchanged(service, () =>
          create(trusteeBody({ [field]: value })),
        );
        expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: NULL }]);
      }
    },
  );

  it.each(
    titled([
      ['loginId', 'a b', VALUE],
      ['firstName', 'x'.repeat(21), LENGTH],
      ['firstName', 1, VALUE],
      ['middleName', 'x1', VALUE],
      ['lastName', 'x'.repeat(36), LENGTH],
      ['dateOfBirth', 'x', DATE],
      ['dateOfBirth', '2999-01-01', DATE],
      ['tid', '12345678x', DIGITS],
      ['tid', '000121234', VALUE],
      ['title', 'Sir', CHOICE],
      ['suffix', 'VII', CHOICE],
      ['email1', 'x', VALUE],
      ['email2', {}, VALUE],
      ['dayTelephone', 'x', VALUE],
      ['eveningTelephone', true, VALUE],
      ['primaryAddress', 'x', VALUE],
      ['mailingAddress', 7, VALUE],
      ['citizenship', 'X', CHOICE],
      ['residenceCountry', 'XX', CHOICE],
    ]),
  )('Trustees › %s › %s [trustee.create]', async (field, _, value, errorCode) => {
    const answer = await expectUnchanged(service, () => create(trusteeBody({ [field]: value })));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('Wire rules › errors › unknown keys and every other problem at once [errors.list]', async () => {
    const answer = await expectUnchanged(service, () =>
      create(trusteeBody({ netWorth: '1', email1: 'x', primaryAddress: address({ zip: 'x' }) })),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'netWorth' },
      { type: 'SYNTAX', field: 'zip' },
      { field: 'email1', errorCode: VALUE },
    ]);
  });

  it('Trustees › loginId › unique among members, trustees and clients, ignoring case [member.loginId]', async () => {
    const trustee = await newTrustee();
    for (const name of [trustee, await service.member(), service.credentials.apiLoginId]) {
      const body = trusteeBody({ loginId: name.toUpperCase() });
      for (const client of [service.client, other.client]) {
        expectExactly(await expectUnchanged(service, () => create(body, client)), [
          { type: 'VALIDATION_RULE', errorCode: 'member.unique.login.id' },
        ]);
      }
    }
  });

  it('Trustees › list › only the caller’s firm, in pages [trustee.create]', async () => {
    const { client } = await service.otherFirm();
    const names = [];
    for (let i = 0; i < 3; i++) names.push(await newTrustee({}, client));
    const loginIds = (answer: ClientAnswer): string[] =>
      (answer.body as { loginId: string }[]).map(({ loginId }) => loginId);
    expect(loginIds(await client.get(TRUSTEES))).toEqual(names.toSorted());
    const first = await client.get(`${TRUSTEES}?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await client.get(next);
    expect([...loginIds(first), ...loginIds(second)]).toEqual(names.toSorted());
    expect(second.headers.get('link')).toBeNull();
    expect(loginIds(await service.auditor.get(TRUSTEES))).toEqual(expect.arrayContaining(names));
    for (const query of ['limit=0', 'limit=x', 'cursor=%21']) {
      const [field = ''] = query.split('=');
      const answer = await client.get(`${TRUSTEES}?${query}`);
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field }]);
    }
    expectExactly(await client.get(`${TRUSTEES}?page=2`), [{ type: 'SYNTAX', field: 'page' }]);
  });

  it('Who may call › scope and roles [auth.client]', async () => {
    const trustee = await newTrustee();
    for (const [client, id] of [
      [other.client, trustee],
      [service.client, 'nobody.here'],
      [service.client, await service.member()],
    ] as const) {
      expectExactly(await client.get(`${TRUSTEES}/${id}`), NOT_FOUND, 404);
    }
    for (const who of [service.backoffice, service.operator]) {
      expectExactly(await who.get(TRUSTEES), FORBIDDEN, 403);
      expectExactly(await who.get(`${TRUSTEES}/${trustee}`), FORBIDDEN, 403);
    }
    const body = trusteeBody();
    for (const who of [service.auditor, service.backoffice, service.operator]) {
      expectExactly(await expectUnchanged(service, () => create(body, who)), FORBIDDEN, 403);
    }
  });
});
