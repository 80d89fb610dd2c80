import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { account, accountNumber, client, folio, items, read, refused, service } from './set-up.js';

describe('Subscribe a folio to an RTG folio', () => {
  const rtgOid = (): string => service.credentials.rtgOid;

  const body = (path: string, fields: object = {}): object => ({
    folioNumber: path.slice(-12),
    prePackagedFolioOid: rtgOid(),
    ...fields,
  });

  it('200 with an empty body; sets rtgOid and leaves the target weights alone [rtg.subscribe]', async () => {
    const path = await folio();
    const weights = items(['IBM', '100.00']);
    expectStatus(await client.put(`${path}/targetweights`, weights), 200);
    const answer = await client.put(`${path}/rtgsubscription`, body(path));
    expect([answer.status, answer.body]).toEqual([200, undefined]);
    expect(await read(path)).toMatchObject({ rtgOid: rtgOid(), prepackagedFolioId: null });
    expect(await read(`${path}/targetweights`)).toEqual(weights);
    const again = () => client.put(`${path}/rtgsubscription`, body(path));
    expectStatus(await expectUnchanged(service, again), 200);
  });

  it('to another one, by number too [rtg.subscribe]', async () => {
    const path = await folio();
    expectStatus(await client.put(`${path}/rtgsubscription`, body(path)), 200);
    const model = { name: 'Other', targetWeights: items(['VTI', '100']) };
    expectStatus(await service.backoffice.put('/backoffice/rtgs/3000777', model), 200);
    const other = body(path, { prePackagedFolioOid: 3_000_777 });
    expectStatus(await client.put(`${path}/rtgsubscription`, other), 200);
    expect(await read(path)).toMatchObject({ rtgOid: '3000777' });
  });

  it.each<[string, object, object]>([
    [
      'unknown RTG',
      { prePackagedFolioOid: '424242' },
      rule('folio.invalid.rtg', 'prePackagedFolioOid'),
    ],
    ['no RTG', { prePackagedFolioOid: null }, field('prePackagedFolioOid', 'cannot.be.null')],
    ['no folio number', { folioNumber: undefined }, field('folioNumber', 'cannot.be.null')],
    [
      'another folio number',
      { folioNumber: 'RZ9999999903' },
      rule('uri.matching.rule', 'folioNumber'),
    ],
    ['wrong type', { prePackagedFolioOid: [] }, field('prePackagedFolioOid', 'invalid.value')],
    [
      'another spelling',
      { prepackagedFolioOid: '1' },
      { type: 'SYNTAX', field: 'prepackagedFolioOid' },
    ],
  ])('%s [rtg.subscribe]', async (_what, fields, problem) => {
    const path = await folio();
    await refused(() => client.put(`${path}/rtgsubscription`, body(path, fields)), problem);
    expect(await read(path)).toMatchObject({ rtgOid: null });
  });

  it.each(['01', '02'])('not folio %s [rtg.subscribe]', async (sequence) => {
    const path = `${account}/folios/${accountNumber}${sequence}`;
    const send = () => client.put(`${path}/rtgsubscription`, body(path));
    await refused(send, rule('folio.reserved.rule'));
  });

  it('a changed model does not change a subscribed folio [rtg.not-automatic]', async () => {
    const path = await folio();
    const put = (ticker: string) =>
      service.backoffice.put('/backoffice/rtgs/3000778', {
        name: 'Model',
        targetWeights: items([ticker, '100']),
      });
    expectStatus(await put('VTI'), 200);
    const subscription = body(path, { prePackagedFolioOid: '3000778' });
    expectStatus(await client.put(`${path}/rtgsubscription`, subscription), 200);
    const before = await client.get(path);
    expectStatus(await put('BND'), 200);
    const after = await client.get(path);
    expect([after.body, after.headers.get('etag')]).toEqual([
      before.body,
      before.headers.get('etag'),
    ]);
    expect(await read(`${path}/targetweights`)).toEqual([]);
  });
});

describe('RTG reads', () => {
  it('GET /restapi/rtgs and /restapi/rtgs/{oid} [rtg.read]', async () => {
    const { rtgOid } = service.credentials;
    const one = await read(`/restapi/rtgs/${rtgOid}`);
    expect(one).toEqual({
      rtgOid,
      name: 'Balanced 60/40',
      description: null,
      targetWeights: items(['VTI', '60.00'], ['BND', '40.00']),
    });
    expect(await read('/restapi/rtgs')).toEqual(expect.arrayContaining([one]));
    expectExactly(await client.get('/restapi/rtgs/424242'), [{ type: 'NOT_FOUND' }], 404);
  });

  it('every firm sees all of them, and an auditor [rtg.read]', async () => {
    const { client: other } = await service.otherFirm();
    for (const reader of [other, service.auditor]) {
      expectStatus(await reader.get(`/restapi/rtgs/${service.credentials.rtgOid}`), 200);
    }
  });
});

describe('PUT /backoffice/accounts/{a}/folios/{f}/positions', () => {
  const put = (path: string, body: unknown) =>
    service.backoffice.put(`/backoffice${path.slice('/restapi'.length)}/positions`, body);

  it('are shown by the public GET, and what it shows may be put back [back-office.positions back-office.rule]', async () => {
    const path = await folio();
    expect(await read(`${path}/positions`)).toEqual([]);
    const [ibm, spy] = [
      { ticker: 'IBM', shareQuantity: '1.50' },
      { ticker: 'SPY', shareQuantity: 2 },
    ];
    expectStatus(await put(path, [ibm, spy]), 200);
    const shown = await client.get(`${path}/positions`);
    const positions = [
      { ...ibm, shareQuantity: '1.5' },
      { ...spy, shareQuantity: '2' },
    ];
    expect(shown.body).toEqual(positions);
    expect(shown.headers.get('etag')).toBe((await client.get(path)).headers.get('etag'));
    expectStatus(await expectUnchanged(service, () => put(path, shown.body)), 200);
    const { client: stranger } = await service.otherFirm();
    for (const one of [
      () => stranger.get(`${path}/positions`),
      () => client.get(`${path.slice(0, -2)}77/positions`),
    ]) {
      expectExactly(await one(), [{ type: 'NOT_FOUND' }], 404);
    }
  });

  it('the same list in another order stores no event; a different list does [back-office.positions]', async () => {
    const path = await folio();
    const [ibm, spy] = [
      { ticker: 'IBM', shareQuantity: '1.50' },
      { ticker: 'SPY', shareQuantity: 2 },
    ];
    expectStatus(await put(path, [ibm, spy]), 200);
    expectStatus(await expectUnchanged(service, () => put(path, [spy, ibm])), 200);
    const before = await service.head();
    expectStatus(await put(path, [ibm]), 200);
    expect(await service.head()).not.toBe(before);
  });

  it('a closed folio takes none [back-office.positions folio.close]', async () => {
    const path = await folio();
    expectStatus(await client.put(path, { folioStatus: 'C' }), 200);
    expectStatus(await expectUnchanged(service, () => put(path, [])), 200);
    const late = [{ ticker: 'IBM', shareQuantity: '1' }];
    await refused(() => put(path, late), rule('folio.closed.rule'));
    expect((await client.get(`${path}/positions`)).body).toEqual([]);
    expect((await client.get(path)).body).toMatchObject({ folioStatus: 'C' });
  });

  it.each<[object[], object]>([
    [[{ ticker: 'IBM', shareQuantity: '0' }], field('shareQuantity', 'invalid.value')],
    [[{ ticker: 'IBM', shareQuantity: '-1' }], field('shareQuantity', 'invalid.value')],
    [[{ ticker: 'IBM', shareQuantity: 'x' }], field('shareQuantity', 'invalid.value')],
    [[{ ticker: 'IBM' }], field('shareQuantity', 'cannot.be.null')],
    [[{ shareQuantity: '1' }], field('ticker', 'cannot.be.null')],
    [[{ ticker: 'not one', shareQuantity: '1' }], field('ticker', 'invalid.value')],
    [
      [
        { ticker: 'IBM', shareQuantity: '1' },
        { ticker: 'IBM', shareQuantity: '1' },
      ],
      field('ticker', 'invalid.value'),
    ],
    [[{ ticker: 'IBM', shareQuantity: '1', x: 1 }], { type: 'SYNTAX', field: 'x' }],
  ])('%j is refused [back-office.positions]', async (list, problem) => {
    const path = await folio();
    await refused(() => put(path, list), problem);
  });

  it('an unknown account or folio: 404; another role: 403 [errors.404]', async () => {
    const path = await folio();
    const list = [{ ticker: 'IBM', shareQuantity: '1' }];
    await expectUnchanged(service, async () => {
      expectStatus(await put('/restapi/accounts/RZ99999999/folios/RZ9999999903', list), 404);
      expectStatus(await put(`${account}/folios/${accountNumber}98`, list), 404);
      const send = `/backoffice${path.slice('/restapi'.length)}/positions`;
      for (const caller of [client, service.operator, service.auditor]) {
        expectStatus(await caller.put(send, list), 403);
      }
    });
  });
});
