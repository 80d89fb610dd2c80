import { describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { CHOICE, NULL, VALUE } from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
} from '../../support/running-service.js';
import { type Body, MEMBERS, read, service, stranger } from './set-up.js';

describe('Members › verifications', () => {
  const pending = async (fields: Body = {}): Promise<string> => {
    const body = memberBody(fields);
    const answer = await service.client.post(`${MEMBERS}?asynchronousSSNValidation=true`, body);
    expectStatus(answer, 201);
    return String(body['loginId']);
  };

  const record = (loginId: string, cipStatus: unknown): Promise<ClientAnswer> =>
    service.backoffice.put(`/backoffice/members/${loginId}/verification`, { cipStatus });

  const status = (loginId: string, client = service.client): Promise<ClientAnswer> =>
    client.get(`${MEMBERS}/${loginId}/verifications`);

  it.each(['PASSED', 'FAILED'])(
    'States › cipStatus › asynchronous creation is PENDING_NEW, then %s [member.pending member.cipStatus member.identity-check member.verifications back-office.verification]',
    async (result) => {
      const loginId = await pending({ tid: '123459999' });
      expect(await read(loginId)).toMatchObject({ cipStatus: 'PENDING_NEW' });
      const answer = await record(loginId, result);
      expect([answer.status, answer.body]).toEqual([200, undefined]);
      expect(await read(loginId)).toMatchObject({ cipStatus: result });
      const text = await status(loginId);
      expect([text.status, text.body]).toEqual([200, result]);
      expect(text.headers.get('content-type')).toMatch(/^text\/plain/);
      const again = await expectUnchanged(service, () => record(loginId, result));
      expectStatus(again, 200);
    },
  );

  it('Members › verifications › POST has a failed check made again [member.verifications]', async () => {
    const loginId = await pending();
    await record(loginId, 'FAILED');
    const answer = await service.client.post(`${MEMBERS}/${loginId}/verifications`);
    expect([answer.status, answer.body]).toEqual([200, undefined]);
    expect((await status(loginId)).body).toBe('PENDING_NEW');
    await record(loginId, 'PASSED');
    expect((await status(loginId)).body).toBe('PASSED');
  });

  it('Members › verifications › POST asks for nothing while a check is under way, nor after one was passed [member.verifications]', async () => {
    const loginId = await pending();
    const post = (): Promise<ClientAnswer> =>
      service.client.post(`${MEMBERS}/${loginId}/verifications`);
    expectStatus(await expectUnchanged(service, post), 200);
    await record(loginId, 'PASSED');
    expectStatus(await expectUnchanged(service, post), 200);
    expect((await status(loginId)).body).toBe('PASSED');
  });

  it('Wire rules › query names › case-insensitive, Booleans as text [request.query request.booleans]', async () => {
    const body = memberBody();
    const path = `${MEMBERS}?ASYNCHRONOUSssnvalidation=false`;
    expectStatus(await service.client.post(path, body), 201);
    expect(await read(String(body['loginId']))).toMatchObject({ cipStatus: 'PASSED' });
    const wrong = await expectUnchanged(service, () =>
      service.client.post(`${MEMBERS}?asynchronousSSNValidation=maybe`, memberBody({ tid: null })),
    );
    expectExactly(wrong, [
      { type: 'VALIDATION_FIELD', field: 'asynchronousSSNValidation', errorCode: VALUE },
      { field: 'tid', errorCode: NULL },
    ]);
  });

  it.each<[unknown, string]>([
    [undefined, NULL],
    [null, NULL],
    ['PENDING_NEW', CHOICE],
    ['passed', CHOICE],
    [true, CHOICE],
  ])(
    'Back office › verification › cipStatus %j [back-office.verification]',
    async (value, errorCode) => {
      const loginId = await pending();
      const answer = await expectUnchanged(service, () => record(loginId, value));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'cipStatus', errorCode }]);
    },
  );

  it('Back office › verification › role backoffice, and an existing member [back-office.verification]', async () => {
    const loginId = await pending();
    const path = `/backoffice/members/${loginId}/verification`;
    for (const who of [service.client, service.auditor, service.operator]) {
      const answer = await expectUnchanged(service, () => who.put(path, { cipStatus: 'PASSED' }));
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
    expectExactly(await record('nobody.here', 'PASSED'), [{ type: 'NOT_FOUND' }], 404);
  });

  it('Who may call › verifications › other firms 404, auditor reads, others 403 [member.verifications]', async () => {
    const loginId = await pending();
    expectStatus(await status(loginId, stranger), 404);
    expectStatus(await status('nobody.here'), 404);
    expect((await status(loginId, service.auditor)).body).toBe('PENDING_NEW');
    expectStatus(await status(loginId, service.backoffice), 403);
    const path = `${MEMBERS}/${loginId}/verifications`;
    expectStatus(await expectUnchanged(service, () => stranger.post(path)), 404);
    expectStatus(await expectUnchanged(service, () => service.auditor.post(path)), 403);
  });
});

describe('Members › ten percent › security exclusions of all accounts', () => {
  const exclusions = async (accountNumber: string): Promise<unknown[]> => {
    const answer = await service.client.get(`/restapi/accounts/${accountNumber}`);
    const { securityExclusion } = answer.body as {
      securityExclusion: { exclusionValue: unknown }[];
    };
    return securityExclusion.map(({ exclusionValue }) => exclusionValue).sort();
  };

  const tickers = (loginId: string, ...companies: string[]): Promise<ClientAnswer> =>
    service.client.put(`${MEMBERS}/${loginId}`, {
      directorOrTenPercentShareholder: companies.length > 0,
      directorOrTenPercentShareholderCompany: companies,
    });

  it('present and future accounts, owned and co-owned, follow each change [member.directorOrTenPercentShareholderCompany]', async () => {
    const [loginId, other] = [await service.member(), await service.member()];
    const own = await service.account({ primaryAccountOwner: loginId });
    const joint = await service.account({
      primaryAccountOwner: other,
      accountType: 'J',
      jointOwners: [loginId],
    });
    const foreign = await service.account({ primaryAccountOwner: other });
    expect(await exclusions(own)).toEqual([]);

    expectStatus(await tickers(loginId, 'IBM', 'MSFT'), 200);
    expect(await exclusions(own)).toEqual(['IBM', 'MSFT']);
    expect(await exclusions(joint)).toEqual(['IBM', 'MSFT']);
    expect(await exclusions(foreign)).toEqual([]);

    const future = await service.account({ primaryAccountOwner: loginId });
    expect(await exclusions(future)).toEqual(['IBM', 'MSFT']);

    expectStatus(await tickers(loginId, 'IBM', 'BRK.B'), 200);
    for (const account of [own, joint, future]) {
      expect(await exclusions(account)).toEqual(['BRK.B', 'IBM']);
    }
    expectStatus(await tickers(loginId), 200);
    for (const account of [own, joint, future]) expect(await exclusions(account)).toEqual([]);
  });

  it('are gone with the flag, though no companies are sent; a flag without companies is refused [member.directorOrTenPercentShareholderCompany member.directorOrTenPercentShareholder]', async () => {
    const loginId = await service.member({ directorOrTenPercentShareholderCompany: 'IBM' });
    const account = await service.account({ primaryAccountOwner: loginId });
    const flag = (directorOrTenPercentShareholder: boolean): Promise<ClientAnswer> =>
      service.client.put(`${MEMBERS}/${loginId}`, { directorOrTenPercentShareholder });
    expectStatus(await expectUnchanged(service, () => flag(true)), 200);
    expect(await exclusions(account)).toEqual(['IBM']);
    expectStatus(await flag(false), 200);
    expect(await exclusions(account)).toEqual([]);
    const none = await expectUnchanged(service, () => flag(true));
    expectExactly(none, [{ field: 'directorOrTenPercentShareholderCompany', errorCode: NULL }]);
  });

  it('of a member created with them [member.directorOrTenPercentShareholderCompany]', async () => {
    const loginId = await service.member({ directorOrTenPercentShareholderCompany: 'goog' });
    const account = await service.account({ primaryAccountOwner: loginId });
    expect(await exclusions(account)).toEqual(['GOOG']);
  });

  it('an update of the account does not take them away [member.directorOrTenPercentShareholderCompany]', async () => {
    const loginId = await service.member({ directorOrTenPercentShareholderCompany: 'GOOG' });
    const account = await service.account({ primaryAccountOwner: loginId });
    const path = `/restapi/accounts/${account}`;
    const issue = { exclusionValue: 'IBM' };
    expectStatus(await service.client.put(path, { securityExclusion: [issue] }), 200);
    expect(await exclusions(account)).toEqual(['GOOG', 'IBM']);
    expectStatus(await service.client.put(path, { securityExclusions: [] }), 200);
    expect(await exclusions(account)).toEqual(['GOOG']);
  });
});
