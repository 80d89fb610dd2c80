import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLIENT, RtgsService } from '../test/rtgs-service.js';

const model = {
  name: 'Balanced',
  targetWeights: [
    { ticker: 'VTI', targetWeight: '60.00' },
    { ticker: 'BND', targetWeight: '40.00' },
  ],
};

describe('RTG folios over HTTP', () => {
  let service: RtgsService;
  beforeAll(async () => {
    service = await RtgsService.start();
  });
  afterAll(() => service.stop());

  const put = (oid: string, body: unknown, headers?: Record<string, string>) =>
    service.call('backoffice', 'PUT', `/backoffice/rtgs/${oid}`, body, headers);
  const freshly = (answer: { headers: Record<string, unknown> }): Record<string, string> => ({
    'x-consistency-token': String(answer.headers['x-consistency-token']),
  });

  it('the back office puts models, every firm and auditors read them [back-office.rtgs rtg.read]', async () => {
    const first = await put('a1', model);
    expect([first.statusCode, first.body, first.headers.etag]).toEqual([200, '', '"0"']);
    const last = await put('a0', { ...model, name: 'Bold', description: 'Shares' });
    const fresh = freshly(last);
    const balanced = { rtgOid: 'a1', description: null, ...model };
    const bold = { ...balanced, rtgOid: 'a0', name: 'Bold', description: 'Shares' };
    for (const who of [CLIENT, 'client 999 other', 'auditor']) {
      const list = await service.call(who, 'GET', '/restapi/rtgs', undefined, fresh);
      expect(list.json()).toEqual([bold, balanced]);
      const one = await service.call(who, 'GET', '/restapi/rtgs/a1', undefined, fresh);
      expect([one.json(), one.headers.etag]).toEqual([balanced, '"0"']);
    }
    const none = await service.call(CLIENT, 'GET', '/restapi/rtgs/none', undefined, fresh);
    expect(none.statusCode).toBe(404);
    expect((await service.call('backoffice', 'GET', '/restapi/rtgs')).statusCode).toBe(403);
    expect((await service.call(CLIENT, 'PUT', '/backoffice/rtgs/a1', model)).statusCode).toBe(403);
    expect((await put('%0A', model)).statusCode).toBe(404);
  });

  it('the same again is no change, another one is, and If-Match is the revision of the model [back-office.rtgs back-office.rule]', async () => {
    await put('b', model);
    expect((await put('b', model)).headers.etag).toBe('"0"');
    const other = { ...model, name: 'Other' };
    expect((await put('b', other, { 'if-match': '"3"' })).statusCode).toBe(412);
    expect((await put('b', other, { 'if-match': '"0"' })).headers.etag).toBe('"1"');
  });

  it('problems with fields come first, broken rules only without any [back-office.rtgs]', async () => {
    const targetWeights = [{ ticker: 'VTI', targetWeight: 99.99 }];
    const answer = await put('c', { title: 'x', targetWeights });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual([
      expect.objectContaining({ type: 'SYNTAX', field: 'title' }),
      expect.objectContaining({ field: 'name', errorCode: 'cannot.be.null' }),
    ]);
    expect((await put('c', { ...model, targetWeights })).json()).toMatchObject([
      { type: 'VALIDATION_RULE', errorCode: 'folio.target.weights.total.rule' },
    ]);
  });

  it('a folio is subscribed, and its target weights stay unchanged [rtg.subscribe]', async () => {
    const account = 'RB00000001';
    const folio = `${account}03`;
    await service.openAccount(account, true);
    await put('d', model);
    const base = `/restapi/accounts/${account}/folios`;
    const created = await service.call(CLIENT, 'POST', base, {
      folioName: 'Growth',
      accountNumber: account,
      dividendReinvest: true,
      prepackagedFolioId: 'd',
    });
    expect(created.statusCode).toBe(201);
    const subscribe = (body: unknown, headers?: Record<string, string>, path = folio) =>
      service.call(CLIENT, 'PUT', `${base}/${path}/rtgsubscription`, body, headers);

    const body = { folioNumber: folio, prePackagedFolioOid: 'd' };
    const done = await subscribe(body, { 'if-match': '"0"' });
    expect([done.statusCode, done.body, done.headers.etag]).toEqual([200, '', '"1"']);
    const seen = await service.call(CLIENT, 'GET', `${base}/${folio}`, undefined, freshly(done));
    expect(seen.json()).toMatchObject({ rtgOid: 'd', prepackagedFolioId: 'd' });
    expect((await subscribe(body)).headers.etag).toBe('"1"');
    expect((await subscribe(body, { 'if-match': '"0"' })).statusCode).toBe(412);

    for (const prePackagedFolioOid of ['unknown', '\u0001\n']) {
      const unknown = await subscribe({ folioNumber: folio, prePackagedFolioOid });
      expect([unknown.statusCode, unknown.json()]).toMatchObject([
        400,
        [{ field: 'prePackagedFolioOid', errorCode: 'folio.invalid.rtg' }],
      ]);
    }
    const cash = await subscribe({ ...body, folioNumber: `${account}01` }, {}, `${account}01`);
    expect(cash.json()).toMatchObject([{ errorCode: 'folio.reserved.rule' }]);
    expect((await subscribe({}, {}, `${account}77`)).statusCode).toBe(404);
    const stranger = await service.call(
      'client 999 other',
      'PUT',
      `${base}/${folio}/rtgsubscription`,
      body,
    );
    expect(stranger.statusCode).toBe(404);
  });

  it('a restricted account refuses, together with every other broken rule', async () => {
    const account = 'RB00000002';
    await service.openAccount(account, false);
    const base = `/restapi/accounts/${account}/folios`;
    const unknown = await service.call(CLIENT, 'POST', base, {
      folioName: 'Growth',
      accountNumber: account,
      dividendReinvest: true,
      prepackagedFolioId: 'nothing',
    });
    expect(unknown.json()).toMatchObject([{ errorCode: 'folio.invalid.rtg' }]);
    const codesOf = async (body: object): Promise<string[]> => {
      const path = `${base}/${account}02/rtgsubscription`;
      const answer = await service.call(CLIENT, 'PUT', path, body);
      expect(answer.statusCode).toBe(400);
      return answer.json<{ errorCode: string }[]>().map(({ errorCode }) => errorCode);
    };
    expect(await codesOf({ folioNumber: account })).toEqual(['cannot.be.null']);
    const codes = await codesOf({ folioNumber: account, prePackagedFolioOid: 'nothing' });
    expect(codes).toEqual(
      expect.arrayContaining([
        'account.restricted.rule',
        'folio.reserved.rule',
        'uri.matching.rule',
      ]),
    );
  });
});
