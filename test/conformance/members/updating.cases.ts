import { describe, expect, it } from '@jest/globals';
import { titled } from '../../support/field-rows.js';
import { CHOICE, DIGITS, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  address,
  bornYearsAgo,
  type Body,
  everything,
  MEMBERS,
  read,
  service,
  stranger,
} from './set-up.js';

describe('Member (update)', () => {
  const put = (loginId: string, body: Body, headers?: Record<string, string>) =>
    service.client.put(`${MEMBERS}/${loginId}`, body, headers);

  it('Conventions › update › 200, empty body, Location [member.update request.updated]', async () => {
    const loginId = await service.member();
    const answer = await put(loginId, { netWorth: '2' });
    expect(answer).toMatchObject({
      status: 200,
      body: undefined,
      location: `${MEMBERS}/${loginId}`,
    });
    expect(answer.headers.get('etag')).toBe('"1"');
  });

  const changes: Body = {
    ...Object.fromEntries(
      Object.entries(everything).filter(
        ([field]) => !['firstName', 'middleName', 'lastName', 'dateOfBirth'].includes(field),
      ),
    ),
    directorOrTenPercentShareholderCompany: ['MSFT'],
    title: 'Ms.',
    suffix: 'IV',
    occupationType: 'Legal',
    accreditedInvestorNetWorth: true,
    previousPrivatePlacementExperience: true,
  };

  it.each(Object.keys(changes).filter((field) => !/^director|^finra/.test(field)))(
    'Members › update › %s [member.update]',
    async (field) => {
      const loginId = await service.member();
      expectStatus(await put(loginId, { [field]: changes[field] }), 200);
      expect(await read(loginId)).toMatchObject({ [field]: changes[field] });
    },
  );

  it('Members › update › omitted fields stay, null clears [member.update]', async () => {
    const loginId = await service.member(everything);
    const before = await read(loginId);
    expectStatus(await put(loginId, { email2: null, mailingAddress: null, netWorth: '1' }), 200);
    expect(await read(loginId)).toEqual({
      ...before,
      email2: null,
      mailingAddress: null,
      netWorth: '1',
    });
  });

  it.each<[string, Body, unknown, unknown]>([
    ['no', { finraAffiliated: false }, false, null],
    ['null', { finraAffiliated: null }, false, null],
    ['another company', { finraCompany: 'Other Inc.' }, true, 'Other Inc.'],
  ])(
    'Members › update › finraAffiliated and finraCompany › %s [member.update member.finra]',
    async (_, change, finraAffiliated, finraCompany) => {
      const loginId = await service.member({ finraAffiliated: true, finraCompany: 'Broker Inc.' });
      expectStatus(await put(loginId, change), 200);
      expect(await read(loginId)).toMatchObject({ finraAffiliated, finraCompany });
      expectStatus(await put(loginId, { finraCompany: 'Third Inc.' }), 200);
      const third = { finraAffiliated: true, finraCompany: 'Third Inc.' };
      expect(await read(loginId)).toMatchObject(third);
    },
  );

  it.each([
    ['firstName', 'Ann'],
    ['middleName', 'Ann'],
    ['lastName', 'Ann'],
    ['dateOfBirth', '1970-01-01'],
    ['tid', '123456789'],
    ['tid', '*****6789'],
    ['tid', '1'],
    ['firstName', 5],
    ['lastName', ['Ann']],
    ['dateOfBirth', {}],
  ])('Members › update › %s %j is not updatable [member.update]', async (field, value) => {
    const loginId = await service.member();
    const answer = await expectUnchanged(service, () => put(loginId, { [field]: value }));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: 'not.updatable' }]);
  });

  it('Wire rules › body id against path id › loginId [request.matching-ids]', async () => {
    const loginId = await service.member();
    const answer = await expectUnchanged(service, () => put(loginId, { loginId: 'another.one' }));
    expectExactly(answer, [
      { type: 'VALIDATION_RULE', field: 'loginId', errorCode: 'uri.matching.rule' },
    ]);
    expectStatus(await put(loginId, { loginId }), 200);
  });

  it.each(
    titled([
      ['email1', null, NULL],
      ['email1', 'x', VALUE],
      ['primaryAddress', null, NULL],
      ['netWorth', '9', CHOICE],
      ['citizenship', 'c', CHOICE],
      ['employmentStatus', 'retired', CHOICE],
      ['dependentCount', 'x', DIGITS],
      ['employerName', 'x'.repeat(101), LENGTH],
      ['dayTelephone', 'x', VALUE],
      ['accreditedInvestorNetWorth', 'x', VALUE],
      ['memberProfileItems', 'x', VALUE],
    ]),
  )(
    'Members › update › %s keeps the rules of creation (%s) [member.update]',
    async (field, _, value, errorCode) => {
      const loginId = await service.member();
      const answer = await expectUnchanged(service, () => put(loginId, { [field]: value }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it('Members › update › unknown keys, at each depth [member.update member.addresses]', async () => {
    const loginId = await service.member();
    const primaryAddress = address({ line1: 'PO Box 1', planet: 'Earth' });
    const answer = await expectUnchanged(service, () =>
      put(loginId, { primaryAddress, cipStatus: 'PASSED' }),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'planet' },
      { type: 'SYNTAX', field: 'cipStatus' },
    ]);
  });

  it('Members › update › refused if the person would be under age [member.age member.update]', async () => {
    const loginId = await service.member({ dateOfBirth: bornYearsAgo(18, 2) });
    const primaryAddress = address({ state: 'AL' });
    expectExactly(await expectUnchanged(service, () => put(loginId, { primaryAddress })), [
      { type: 'VALIDATION_RULE', field: 'state', errorCode: 'member.legal.age.state.rule' },
    ]);
    expectStatus(await put(loginId, { primaryAddress: address({ state: 'CA' }) }), 200);
  });

  it('Consistency › If-Match › 412 when stale, and nothing changes [errors.412]', async () => {
    const loginId = await service.member();
    expectStatus(await put(loginId, { netWorth: '2' }, { 'if-match': '"0"' }), 200);
    const stale = await expectUnchanged(service, () =>
      put(loginId, { netWorth: '3' }, { 'if-match': '"0"' }),
    );
    expectExactly(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
    expect(await read(loginId)).toMatchObject({ netWorth: '2' });
  });

  it('Members › update › the same again stores no event [back-office.rule]', async () => {
    const loginId = await service.member(everything);
    const answer = await expectUnchanged(service, () =>
      put(loginId, { netWorth: '8', title: 'dr.', primaryAddress: everything.primaryAddress }),
    );
    expectStatus(answer, 200);
  });

  it('Who may call › scope › another firm’s and unknown members are 404, before body and conditions [errors.404]', async () => {
    const loginId = await service.member();
    for (const [client, path] of [
      [stranger, loginId],
      [service.client, 'nobody.here'],
    ] as const) {
      for (const condition of [{}, { 'if-match': '"0"' }, { 'if-none-match': '*' }]) {
        const answer = await expectUnchanged(service, () =>
          client.put(`${MEMBERS}/${path}`, { nonsense: 1 }, condition),
        );
        expectExactly(answer, [{ type: 'NOT_FOUND' }], 404);
      }
    }
    for (const who of [service.auditor, service.backoffice, service.operator]) {
      const answer = await expectUnchanged(service, () =>
        who.put(`${MEMBERS}/${loginId}`, { netWorth: '2' }),
      );
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
  });
});
