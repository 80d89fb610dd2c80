import { describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  signatureBody,
  uniqueName,
} from '../../support/running-service.js';
import { expectErrorList, Wire } from '../../support/wire.js';
import {
  account,
  accountNumber,
  client,
  folioBody,
  name,
  owner,
  service,
  spare,
} from './set-up.js';

const key = (): Record<string, string> => ({ 'idempotency-key': uniqueName('key') });

/** The parts of a response that matter to a caller. */
const meaning = ({ status, headers, body }: ClientAnswer): unknown => ({
  status,
  body,
  location: headers.get('location'),
});

describe('Idempotency-Key on POST and PUT', () => {
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
    '%s: a repetition answers the same and stores nothing [request.idempotency]',
    async (_name, make) => {
      const [method, path, body] = make();
      const headers = key();
      const first = await client.request(method, path, body, headers);
      expect(first.status).toBeLessThan(300);
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      for (let n = 0; n < 3; n++) {
        const again = await expectUnchanged(service, () =>
          client.request(method, path, body, headers),
        );
        expect(meaning(again)).toEqual(meaning(first));
        expect(again.headers.get('idempotent-replayed')).toBe('true');
      }
      const read = await client.get(first.location ?? path);
      expectStatus(read, 200);
    },
  );

  it('a PUT that others have overtaken since still answers its first result, and undoes nothing [request.idempotency]', async () => {
    const headers = key();
    const mine = { employerName: 'Mine' };
    const path = `/restapi/members/${owner}`;
    const first = await client.put(path, mine, headers);
    expectStatus(await client.put(path, { employerName: 'Theirs' }), 200);
    const again = await expectUnchanged(service, () => client.put(path, mine, headers));
    expect(meaning(again)).toEqual(meaning(first));
    expect((await client.get(path)).body).toMatchObject({ employerName: 'Theirs' });
  });

  it('a PUT that found everything as it says is not carried out when it comes again after others have changed it [request.idempotency]', async () => {
    const cases: readonly [string, Record<string, unknown>, Record<string, unknown>][] = [
      [`/restapi/members/${owner}`, { employerName: 'Same' }, { employerName: 'Others' }],
      [account, { accountName: 'Same' }, { accountName: 'Others' }],
      [`${account}/folios/${accountNumber}01`, { benchmark: 'SAM' }, { benchmark: 'OTH' }],
    ];
    for (const [path, same, others] of cases) {
      expectStatus(await client.put(path, same), 200);
      const headers = key();
      const first = await client.put(path, same, headers);
      expectStatus(first, 200);
      expectStatus(await client.put(path, others), 200);
      const again = await expectUnchanged(service, () => client.put(path, same, headers));
      expect(meaning(again)).toEqual(meaning(first));
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      expect((await client.get(path)).body).toMatchObject(others);
    }
  });

  type Sent = () => [method: string, path: string, body: unknown];
  const newFolio: Sent = () => ['POST', `${account}/folios`, folioBody()];
  const person = memberBody();
  it.each<[string, Sent, Sent?]>([
    ['another body', () => ['POST', `${account}/folios`, { ...folioBody(), benchmark: 'IBM' }]],
    ['another path', () => ['POST', '/restapi/accounts', service.accountBody(owner)]],
    ['another method', () => ['PUT', account, {}]],
    [
      'another query',
      () => ['POST', '/restapi/members?asynchronousSSNValidation=false', person],
      () => ['POST', '/restapi/members', person],
    ],
  ])(
    '422: the key again with %s, and nothing is stored [errors.422 request.idempotency]',
    async (_what, other, first = newFolio) => {
      const headers = key();
      expectStatus(await client.request(...first(), headers), 201);
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

  it('422: the key again for another associated member, or as another member [errors.422 auth.acting-member auth.associated-member request.idempotency]', async () => {
    const [headers, body] = [key(), folioBody()];
    const of = (member: string): Record<string, string> => ({
      ...headers,
      'x-associated-member-id': member,
    });
    const [jane, tom] = [await service.member(), await service.member()];
    const path = `${account}/folios`;
    const first = await client.post(path, body, of(jane));
    expectStatus(first, 201);
    for (const send of [
      () => client.post(path, body, of(tom)),
      () => client.post(path, body, headers),
      () => service.as(owner).post(path, body, of(jane)),
    ]) {
      expectStatus(await expectUnchanged(service, send), 422);
    }
    expect(meaning(await client.post(path, body, of(jane)))).toEqual(meaning(first));
  });

  it('a key is its caller’s own [request.idempotency]', async () => {
    const headers = key();
    const other = await service.otherFirm();
    const [mine, theirs] = [memberBody(), memberBody()];
    expectStatus(await client.post('/restapi/members', mine, headers), 201);
    expectStatus(await other.client.post('/restapi/members', theirs, headers), 201);
  });

  it('of twenty concurrent requests with one key one is carried out; the others get 409 with Retry-After or the same response [errors.409]', async () => {
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

  it('a refused request may be repeated with its key; the key then belongs to that body [request.idempotency]', async () => {
    const headers = key();
    const bad = memberBody({ citizenship: 'X' });
    expectStatus(await client.post('/restapi/members', bad, headers), 400);
    expectStatus(await client.post('/restapi/members', bad, headers), 400);
    const good = { ...bad, citizenship: 'C' };
    expectStatus(await client.post('/restapi/members', good, headers), 422);
    expectStatus(await client.post('/restapi/members', good, key()), 201);
  });

  it('nothing is stored of a request refused before a decision, even with a key [request.idempotency request.stored]', async () => {
    const before = await service.head();
    const stranger = await service.otherFirm();
    const after = await service.head();
    expect(after).toBeGreaterThan(before);
    for (const [caller, path, status] of [
      [service.auditor, '/restapi/members', 403],
      [service.backoffice, `${account}/folios`, 403],
      [service.operator, '/restapi/accounts', 403],
      [service.as('nobody-at-all'), `${account}/folios`, 403],
      [stranger.client, `${account}/folios`, 404],
      [client, '/restapi/accounts/RZ00000000/folios', 404],
      [client, '/restapi/nothing', 404],
      [new BrokerageClient(service.service.url, { token: 'x' }), `${account}/folios`, 401],
    ] as const) {
      expectStatus(await caller.post(path, folioBody(), key()), status);
    }
    const put = await client.put('/restapi/members/nobody-at-all', { netWorth: '2' }, key());
    expectStatus(put, 404);
    expect(await service.head()).toBe(after);
  });

  it('two requests without a key are two requests [request.idempotency]', async () => {
    const body = folioBody();
    const first = await client.post(`${account}/folios`, body);
    const second = await client.post(`${account}/folios`, body);
    expect(first.location).not.toBe(second.location);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'ü'])(
    'the key %j is none: 400 [request.idempotency]',
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
