import { describe, expect, it } from '@jest/globals';
import { field, unknownKey } from '../../support/problems.js';
import { memberBody, signatureBody, validSsn } from '../../support/running-service.js';
import { expectErrorList } from '../../support/wire.js';
import { account, contact, folio, folioBody, owner, refused, service, wire } from './set-up.js';

const beneficiary = (fields: object = {}): Record<string, unknown> => ({
  firstName: 'Ben',
  lastName: 'Doe',
  relationship: 'S',
  dateOfBirth: '1990-01-01T00:00:00.000+00:00',
  ssn: validSsn(),
  sharePct: '100',
  ...fields,
});
const ira = (fields: object = {}): Record<string, unknown> => ({
  ...service.accountBody(owner),
  accountType: 'R',
  ...fields,
});

describe('Field spelling', () => {
  it('an unknown key is SYNTAX and named; several are named each [request.spelling errors.SYNTAX]', async () => {
    await refused(
      'POST',
      '/restapi/members',
      memberBody({ nope: 1, alsoNope: {} }),
      unknownKey('nope'),
      unknownKey('alsoNope'),
    );
  });

  it('keys are case-sensitive [request.spelling errors.SYNTAX]', async () => {
    const { loginId, ...rest } = memberBody();
    await refused(
      'POST',
      '/restapi/members',
      { ...rest, loginid: loginId, LoginId: loginId },
      unknownKey('loginid'),
      unknownKey('LoginId'),
      field('loginId', 'cannot.be.null'),
    );
  });

  it('the key loginId is case-sensitive [signature.body request.spelling]', async () => {
    const { loginId, ...rest } = signatureBody(owner);
    await refused(
      'POST',
      `${account}/customeragreement`,
      { ...rest, loginID: loginId },
      unknownKey('loginID'),
      field('loginId', 'cannot.be.null'),
    );
  });

  it('every key is unknown to a request that takes no body [request.spelling errors.SYNTAX]', async () => {
    const verifications = `/restapi/members/${owner}/verifications`;
    await refused('POST', verifications, { cipStatus: 'PASSED' }, unknownKey('cipStatus'));
    await refused('POST', verifications, [], { type: 'SYNTAX' });
    const permission = `${account}/permissions/${owner}`;
    await refused('DELETE', `${permission}?nope=1`, { x: 1 }, unknownKey('nope'), unknownKey('x'));
  });

  it('at every depth: inside an object, a list item, an item of a list body [request.spelling errors.SYNTAX]', async () => {
    const address = { ...(memberBody()['primaryAddress'] as object), planet: 'Earth' };
    await refused(
      'POST',
      '/restapi/members',
      memberBody({ primaryAddress: address, memberProfileItems: { sign: 'Aries' } }),
      unknownKey('planet'),
      unknownKey('sign'),
    );
    await refused(
      'PUT',
      account,
      { trustedContacts: [contact(), contact({ pet: 'cat' })] },
      { ...unknownKey('pet'), message: expect.stringContaining('trustedContacts[1]') },
    );
    const weights = [{ ticker: 'IBM', targetWeight: '100', weight: '100' }];
    await refused('PUT', `${folio}/targetweights`, weights, unknownKey('weight'));
  });

  it.each([
    ['securityExclusions', 'securityExclusion'],
    ['issueExclusions', 'issueExclusion'],
    ['sectorExclusions', 'sectorExclusion'],
  ])('%s stands for %s [request.spelling]', async (alias, name) => {
    const list = [{ exclusionValue: 'IBM', exclusionStartDate: '2026-01-01' }];
    expect((await wire.json('PUT', account, { [alias]: list })).status).toBe(200);
    const { body } = await wire.get(account);
    expect(body).toMatchObject({ [name]: [{ exclusionValue: 'IBM' }] });
    expect(body).not.toHaveProperty(alias);
    expect((await wire.json('PUT', account, { [name]: [] })).status).toBe(200);
    await refused('PUT', account, { [alias]: [], [name]: [] }, unknownKey(alias));
    await refused('PUT', account, { [alias.toLowerCase()]: [] }, unknownKey(alias.toLowerCase()));
  });

  it('SSN stands for ssn, in a beneficiary and nowhere else [request.spelling]', async () => {
    const { ssn, ...rest } = beneficiary();
    const body = ira({ primaryBeneficiaries: [{ ...rest, SSN: ssn }] });
    expect((await wire.json('POST', '/restapi/accounts', body)).status).toBe(201);
    await refused('POST', '/restapi/members', memberBody({ SSN: validSsn() }), unknownKey('SSN'));
    const mixed = ira({ primaryBeneficiaries: [{ ...rest, Ssn: ssn }] });
    await refused(
      'POST',
      '/restapi/accounts',
      mixed,
      unknownKey('Ssn'),
      field('ssn', 'cannot.be.null'),
    );
  });

  it('no other alias is accepted [request.spelling]', async () => {
    const body = { ...folioBody(), name: 'x', prePackagedFolioId: null, dividendsReinvest: true };
    await refused(
      'POST',
      `${account}/folios`,
      body,
      unknownKey('name'),
      unknownKey('prePackagedFolioId'),
      unknownKey('dividendsReinvest'),
    );
  });
});

describe('Output spelling', () => {
  it('an IFA has both names of id, type and status [request.output]', async () => {
    const { body } = await wire.get(`/restapi/members/${owner}/ifas`);
    const [item] = body as Record<string, unknown>[];
    expect(item).toMatchObject({ ifaType: 'SA', itemForAttentionType: 'SA' });
    expect(item?.['itemForAttentionId']).toBe(item?.['id']);
    expect(item?.['itemForAttentionStatus']).toBe(item?.['ifaStatus']);
    expect(item?.['id']).toEqual(expect.stringMatching(/./));
  });

  it('a billing plan has billingPlanType and billingType [request.output]', async () => {
    const { firmId, billingPlans } = service.credentials;
    for (const [type, oid] of Object.entries(billingPlans)) {
      const { body } = await wire.get(`/restapi/firms/${firmId}/billingplans/${oid}`);
      expect(body).toMatchObject({ billingPlanId: oid, billingPlanType: type, billingType: type });
    }
  });
});

describe('Query names', () => {
  it('are case-insensitive [request.query]', async () => {
    for (const name of ['limit', 'LIMIT', 'Limit']) {
      const answer = await wire.get(`/restapi/accounts?${name}=1`);
      expect([answer.status, (answer.body as unknown[]).length]).toEqual([200, 1]);
    }
    const path = '/restapi/members?ASYNCHRONOUSssnValidation=true';
    expect((await wire.json('POST', path, memberBody())).status).toBe(201);
  });

  it('unknown and repeated ones are SYNTAX and named [request.query]', async () => {
    const answer = await wire.get('/restapi/accounts?nope=1&limit=1&LIMIT=2');
    expectErrorList(answer, 400);
    expect(answer.body).toEqual([
      expect.objectContaining(unknownKey('nope')),
      expect.objectContaining(unknownKey('limit')),
    ]);
  });

  it('unknown parameters are named by routes without any, for every method [request.query]', async () => {
    for (const read of [account, `${account}/permissions`, `${account}/corporateactions`]) {
      const answer = await wire.get(`${read}?nope=1`);
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([expect.objectContaining(unknownKey('nope'))]);
      expect((await wire.get(`${read}?ASOF=2020-01-01T00:00:00Z`)).status).toBe(404);
    }
    await refused('PUT', `${account}?nope=1`, { accountName: 'Never' }, unknownKey('nope'));
    expect((await wire.get('/health/live?nope=1')).status).toBe(200);
  });

  it('what is public looks at no consistency token', async () => {
    for (const open of ['/health/live', '/health/ready', '/metrics', '/openapi.json', '/console']) {
      expect((await wire.get(open, { 'x-consistency-token': 'x' })).status).not.toBe(400);
    }
  });

  it('values are checked like those of bodies [request.query]', async () => {
    for (const value of ['0', '-1', 'x', '', '1.5', '99999999999999999999', '%00', '1%00']) {
      const answer = await wire.get(`/restapi/accounts?limit=${value}`);
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([expect.objectContaining(field('limit', 'invalid.value'))]);
    }
    expectErrorList(await wire.get('/restapi/accounts?cursor=nonsense'), 400);
  });
});
