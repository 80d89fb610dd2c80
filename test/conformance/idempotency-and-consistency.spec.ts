import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
} from '../support/running-service.js';
import { expectErrorList, Wire } from '../support/wire.js';

let service: ServiceUnderTest;
let client: BrokerageClient;
let owner: string;
let accountNumber: string;
let account: string;
/** Another account, that is restricted on the way. */
let spare: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  ({ client } = service);
  owner = await service.member();
  accountNumber = await service.openAccount({ primaryAccountOwner: owner });
  account = `/restapi/accounts/${accountNumber}`;
  spare = `/restapi/accounts/${await service.account()}`;
});
afterAll(() => service.stop());

const name = (): string => uniqueName('i').slice(-16);
const folioBody = (): Record<string, unknown> => ({
  folioName: name(),
  accountNumber,
  dividendReinvest: true,
});
const key = (): Record<string, string> => ({ 'idempotency-key': uniqueName('key') });

/** What an answer means to a caller. */
const meaning = ({ status, headers, body }: ClientAnswer): unknown => ({
  status,
  body,
  location: headers.get('location'),
});

describe('decisions §11 › Idempotency-Key on POST and PUT', () => {
  const requests: Readonly<Record<string, () => [string, string, unknown]>> = {
    'POST members': () => ['POST', '/restapi/members', memberBody()],
    'POST trustees': () => [
      'POST',
      '/restapi/trustees',
      {
        loginId: uniqueName('t'),
        firstName: 'Tess',
        lastName: 'Fox',
        dateOfBirth: '1970-01-01',
        email1: 't@example.com',
      },
    ],
    'POST accounts': () => ['POST', '/restapi/accounts', service.accountBody(owner)],
    'POST folios': () => ['POST', `${account}/folios`, folioBody()],
    'POST customeragreement': () => ['POST', `${account}/customeragreement`, signatureBody(owner)],
    'POST restrictions': () => ['POST', `${spare}/restrictions`, { note: 'Once' }],
    'PUT account': () => ['PUT', account, { accountName: name() }],
    'PUT member': () => ['PUT', `/restapi/members/${owner}`, { employerName: name() }],
    'PUT folio': () => ['PUT', `${account}/folios/${accountNumber}01`, { benchmark: 'IBM' }],
  };

  it.each(Object.entries(requests))(
    '%s: a repetition answers the same and stores nothing [§11.consistency]',
    async (_name, make) => {
      const [method, path, body] = make();
      const headers = key();
      const first = await client.request(method, path, body, headers);
      expect(first.status).toBeLessThan(300);
      for (let n = 0; n < 3; n++) {
        const again = await expectUnchanged(service, () =>
          client.request(method, path, body, headers),
        );
        expect(meaning(again)).toEqual(meaning(first));
      }
      const read = await client.get(first.location ?? path);
      expectStatus(read, 200);
    },
  );

  it('a PUT that others have overtaken since still answers its first result, and undoes nothing [§11.consistency]', async () => {
    const headers = key();
    const mine = { employerName: 'Mine' };
    const path = `/restapi/members/${owner}`;
    const first = await client.put(path, mine, headers);
    expectStatus(await client.put(path, { employerName: 'Theirs' }), 200);
    const again = await expectUnchanged(service, () => client.put(path, mine, headers));
    expect(meaning(again)).toEqual(meaning(first));
    expect((await client.get(path)).body).toMatchObject({ employerName: 'Theirs' });
  });

  it.each<[string, () => [string, string, unknown]]>([
    ['another body', () => ['POST', `${account}/folios`, { ...folioBody(), benchmark: 'IBM' }]],
    ['another path', () => ['POST', '/restapi/accounts', service.accountBody(owner)]],
    ['another method', () => ['PUT', account, {}]],
    ['another query', () => ['POST', `${account}/folios?x=1`, folioBody()]],
  ])(
    '422: the key again with %s, and nothing is stored [§1.422 §11.consistency]',
    async (_what, other) => {
      const headers = key();
      expectStatus(await client.post(`${account}/folios`, folioBody(), headers), 201);
      const [method, path, body] = other();
      const answer = await expectUnchanged(service, () =>
        client.request(method, path, body, headers),
      );
      expect([answer.status, answer.body]).toEqual([
        422,
        [expect.objectContaining({ type: 'UNPROCESSABLE', field: 'Idempotency-Key' })],
      ]);
    },
  );

  it('a key is its caller’s own [§11.consistency]', async () => {
    const headers = key();
    const other = await service.otherFirm();
    const [mine, theirs] = [memberBody(), memberBody()];
    expectStatus(await client.post('/restapi/members', mine, headers), 201);
    expectStatus(await other.client.post('/restapi/members', theirs, headers), 201);
  });

  it('twenty at the same time with one key make one; the others are 409 with Retry-After or the same [§1.409]', async () => {
    const wire = new Wire(service);
    for (const [path, body] of [
      ['/restapi/members', memberBody()],
      ['/restapi/accounts', service.accountBody(owner)],
      [`${account}/folios`, folioBody()],
    ] as const) {
      const headers = key();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => wire.json('POST', path, body, headers)),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made.map(({ headers: { location } }) => location)).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expectErrorList(answer, 409);
        expect(answer.body).toEqual([expect.objectContaining({ type: 'CONFLICT' })]);
        expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      }
      const again = await wire.json('POST', path, body, headers);
      expect(again.headers.location).toBe(made[0]?.headers.location);
    }
  });

  it('a refused request may be repeated with its key; the key then belongs to that body [§11.consistency]', async () => {
    const headers = key();
    const bad = memberBody({ citizenship: 'X' });
    expectStatus(await client.post('/restapi/members', bad, headers), 400);
    expectStatus(await client.post('/restapi/members', bad, headers), 400);
    const good = { ...bad, citizenship: 'C' };
    expectStatus(await client.post('/restapi/members', good, headers), 422);
    expectStatus(await client.post('/restapi/members', good, key()), 201);
  });

  it('two requests without a key are two requests [§11.consistency]', async () => {
    const body = folioBody();
    const first = await client.post(`${account}/folios`, body);
    const second = await client.post(`${account}/folios`, body);
    expect(first.location).not.toBe(second.location);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'ü'])(
    'the key %j is none: 400 [§11.consistency]',
    async (sent) => {
      const wire = new Wire(service);
      const answer = await expectUnchanged(service, () =>
        wire.json('POST', '/restapi/members', memberBody(), { 'idempotency-key': sent }),
      );
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([expect.objectContaining({ field: 'Idempotency-Key' })]);
    },
  );
});

describe('decisions §11 › Consistency', () => {
  const TOKEN = /^[\w-]+$/;

  it('every answer to a write carries X-Consistency-Token, reads carry none of their own [§11.consistency]', async () => {
    const written = [
      await client.post('/restapi/members', memberBody()),
      await client.post('/restapi/accounts', service.accountBody(owner)),
      await client.post(`${account}/folios`, folioBody()),
      await client.put(account, { accountName: name() }),
      await client.put(`/restapi/members/${owner}`, { employerName: name() }),
      await client.put(account, {}),
    ];
    for (const { status, headers } of written) {
      expect(status).toBeLessThan(300);
      expect(headers.get('x-consistency-token')).toMatch(TOKEN);
    }
  });

  it('tokens of later writes are of later positions, and are taken back [§11.consistency]', async () => {
    const one = await client.post('/restapi/members', memberBody());
    const token = one.headers.get('x-consistency-token') ?? '';
    const read = await service.backoffice.put('/backoffice/rtgs/991', {
      name: 'Model',
      targetWeights: [{ ticker: 'VTI', targetWeight: '100' }],
    });
    expect(read.headers.get('x-consistency-token')).not.toBe(token);
    const wire = new Wire(service);
    expect((await wire.get(account, { 'x-consistency-token': token })).status).toBe(200);
    const written = wire.json('PUT', account, {}, { 'x-consistency-token': token });
    expect((await written).status).toBe(200);
  });

  it.each(['', 'x', '!', 'cA==', '12345678901234567890123', 'x'.repeat(500), '%00'])(
    'the token %j is none of ours: 400 [§11.consistency]',
    async (token) => {
      const answer = await new Wire(service).get(account, { 'x-consistency-token': token });
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([
        expect.objectContaining({ field: 'X-Consistency-Token', errorCode: 'invalid.value' }),
      ]);
    },
  );

  it('a token beyond the end of the log waits in vain: 503 with Retry-After, never an old answer [§1.503]', async () => {
    const beyond = Buffer.from(`p${(10n ** 15n).toString(36)}`, 'latin1').toString('base64url');
    const answer = await new Wire(service).get(account, { 'x-consistency-token': beyond });
    expectErrorList(answer, 503);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  it('a GET right after a write shows it: 200 times, every resource, without a token [§11.consistency]', async () => {
    const wire = new Wire(service);
    const auditor = new Wire(service, service.credentials.tokens.auditor);
    for (let n = 0; n < 200; n++) {
      const reader = n % 2 === 0 ? wire : auditor;
      const sent = String(n);
      switch (n % 5) {
        case 0: {
          const body = memberBody({ employerName: sent });
          expect((await wire.json('POST', '/restapi/members', body)).status).toBe(201);
          const read = await reader.get(`/restapi/members/${String(body['loginId'])}`);
          expect([n, read.body]).toEqual([n, expect.objectContaining({ employerName: sent })]);
          break;
        }
        case 1: {
          const body = service.accountBody(owner);
          const made = await wire.json('POST', '/restapi/accounts', body);
          const path = new URL(made.headers.location ?? '').pathname;
          const read = await reader.get(path);
          expect([n, read.body]).toEqual([
            n,
            expect.objectContaining({
              accountName: body['accountName'],
              accountStatus: 'RESTRICTED',
            }),
          ]);
          expect((await reader.get(`${path}/folios`)).body).toHaveLength(2);
          const items = await reader.get(`/restapi/members/${owner}/ifas`);
          const targets = (items.body as { targetOid: string }[]).map(({ targetOid }) => targetOid);
          expect(targets).toContain(path.split('/').at(-1));
          expect(
            (await wire.json('POST', `${path}/customeragreement`, signatureBody(owner))).status,
          ).toBe(200);
          expect((await reader.get(path)).body).toMatchObject({
            accountStatus: 'OPEN',
            restrictions: [],
          });
          expect((await reader.get(`${path}/restrictions`)).body).toEqual([]);
          break;
        }
        case 2: {
          const folios = (await reader.get(`${account}/folios`)).body as unknown[];
          if (folios.length > 90) break;
          const made = await wire.json('POST', `${account}/folios`, folioBody());
          const read = await reader.get(new URL(made.headers.location ?? '').pathname);
          expect([n, read.status]).toEqual([n, 200]);
          expect((await reader.get(`${account}/folios`)).body).toHaveLength(folios.length + 1);
          break;
        }
        case 3: {
          const accountName = name();
          expect((await wire.json('PUT', account, { accountName })).status).toBe(200);
          expect((await reader.get(account)).body).toMatchObject({ accountName });
          const list = (await reader.get('/restapi/accounts')).body as { accountName: string }[];
          expect(list.filter((one) => one.accountName === accountName)).toHaveLength(1);
          break;
        }
        default: {
          const body = { employerName: sent };
          expect((await wire.json('PUT', `/restapi/members/${owner}`, body)).status).toBe(200);
          expect((await reader.get(`/restapi/members/${owner}`)).body).toMatchObject(body);
        }
      }
    }
  });

  it('fifty writers at the same time each read their own [§11.consistency]', async () => {
    const wire = new Wire(service);
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const body = memberBody();
        expect((await wire.json('POST', '/restapi/members', body)).status).toBe(201);
        expect((await wire.get(`/restapi/members/${String(body['loginId'])}`)).status).toBe(200);
      }),
    );
  });
});

describe('decisions §11 › ETag, If-Match, If-None-Match', () => {
  const change: Readonly<Record<string, () => unknown>> = {
    account: () => ({ accountName: name() }),
    member: () => ({ employerName: name() }),
    folio: () => ({ folioName: name() }),
    targetweights: () => [
      { ticker: uniqueName('T').toUpperCase().slice(-4).replace(/\d/g, 'X'), targetWeight: '100' },
    ],
  };
  const paths: Record<string, string> = {};
  beforeAll(async () => {
    const folio = await client.post(`${account}/folios`, folioBody());
    paths['account'] = account;
    paths['member'] = `/restapi/members/${owner}`;
    paths['folio'] = folio.location ?? '';
    paths['targetweights'] = `${folio.location}/targetweights`;
  });

  it.each(['account', 'member', 'folio'])('%s [§1.412]', async (kind) => {
    const wire = new Wire(service);
    const path = paths[kind] ?? '';
    const body = (): unknown => change[kind]?.();
    const read = await wire.get(path);
    const tag = read.headers.etag ?? '';
    expect(tag).toMatch(/^"\d+"$/);

    const known = await wire.get(path, { 'if-none-match': tag });
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', tag]);
    for (const list of [`W/${tag}`, `"x", ${tag}`, '*']) {
      expect((await wire.get(path, { 'if-none-match': list })).status).toBe(304);
    }
    expect((await wire.get(path, { 'if-none-match': '"424242"' })).status).toBe(200);

    const first = await wire.json('PUT', path, body(), { 'if-match': tag });
    expect([first.status, first.text]).toEqual([200, '']);
    const next = first.headers.etag ?? '';
    expect(next).toMatch(/^"\d+"$/);
    expect(next).not.toBe(tag);
    expect((await wire.get(path)).headers.etag).toBe(next);

    const stale = await expectUnchanged(service, () =>
      wire.json('PUT', path, body(), { 'if-match': tag }),
    );
    expectErrorList(stale, 412);
    expect((await wire.get(path, { 'if-none-match': tag })).status).toBe(200);
    expect((await wire.json('PUT', path, body(), { 'if-match': next })).status).toBe(200);
  });

  it.each(['account', 'member', 'folio'])(
    '%s: of ten with the same tag one wins [§1.412]',
    async (kind) => {
      const wire = new Wire(service);
      const path = paths[kind] ?? '';
      const tag = (await wire.get(path)).headers.etag ?? '';
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          wire.json('PUT', path, change[kind]?.(), { 'if-match': tag }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array<number>(9).fill(412),
      ]);
    },
  );

  it('a folio’s tag is its own: changes of other folios do not stale it [§1.412]', async () => {
    const wire = new Wire(service);
    const path = paths['folio'] ?? '';
    const tag = (await wire.get(path)).headers.etag ?? '';
    expect((await wire.json('POST', `${account}/folios`, folioBody())).status).toBe(201);
    expect((await wire.get(path, { 'if-none-match': tag })).status).toBe(304);
    const put = await wire.json('PUT', path, change['folio']?.(), { 'if-match': tag });
    expect(put.status).toBe(200);
    const weights = paths['targetweights'] ?? '';
    const body = change['targetweights']?.();
    expectErrorList(await wire.json('PUT', weights, body, { 'if-match': tag }), 412);
    const set = await wire.json('PUT', weights, body, { 'if-match': put.headers.etag ?? '' });
    expect(set.status).toBe(200);
    expect((await wire.get(path)).headers.etag).toBe(set.headers.etag);
  });

  it('the tag of a creation is that of the first GET [§11.consistency]', async () => {
    for (const [path, body] of [
      ['/restapi/members', memberBody()],
      ['/restapi/accounts', service.accountBody(owner)],
      [`${account}/folios`, folioBody()],
    ] as const) {
      const made = await client.post(path, body);
      const read = await client.get(made.location ?? '');
      expect([path, read.headers.get('etag')]).toEqual([path, made.headers.get('etag')]);
    }
  });

  it('an unchanged PUT is no new version and no event [§10.rule]', async () => {
    for (const kind of ['account', 'member', 'folio']) {
      const wire = new Wire(service);
      const path = paths[kind] ?? '';
      const body = change[kind]?.();
      const first = await wire.json('PUT', path, body);
      const again = await expectUnchanged(service, () => wire.json('PUT', path, body));
      expect([again.status, again.headers.etag]).toEqual([200, first.headers.etag]);
    }
  });
});
