import { describe, expect, it, jest } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { addDays } from '#libs/platform/kernel';
import {
  expectProblems,
  expectStatus,
  expectUnchanged,
  memberBody,
  signatureBody,
  uniqueName,
  validSsn,
} from '../../support/running-service.js';
import { expectErrorList, Wire } from '../../support/wire.js';
import { LinkUnderTest, linkBody } from '../bank-links.fixture.js';
import { CashUnderTest, today } from '../cash.fixture.js';
import { importLines } from '../import.fixture.js';
import { newFolio, orderBody, ordersPath } from '../orders.fixture.js';
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

type Request = [method: string, path: string, body: unknown];

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
  const someFolio: Sent = () => ['POST', `${account}/folios`, folioBody()];
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
    async (_what, other, first = someFolio) => {
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

  describe('keeps a refusal by a rule, whatever has changed since', () => {
    it('a deposit, an order, weights and a model refused by a restriction are not carried out once it is lifted [request.idempotency]', async () => {
      const signer = await service.member();
      const number = await service.account({ primaryAccountOwner: signer });
      const path = `/restapi/accounts/${number}`;
      const link = await client.post(`${path}/achbanklinks`, linkBody(signer));
      expectStatus(link, 201);
      const folio = await newFolio(service, number);
      const deposit = {
        ...{ transactionType: 'AHD', sourceId: link.location?.split('/').at(-1) },
        ...{ targetId: number, amount: '250.00', processDate: addDays(today(), 7) },
        repeatType: 'O',
      };
      const requests: readonly Request[] = [
        ['POST', `${path}/cashtransactions`, deposit],
        ['POST', ordersPath(folio), orderBody()],
        ['PUT', `${path}/folios/${folio}/targetweights`, [{ ticker: 'VTI', targetWeight: '100' }]],
        [
          'PUT',
          `${path}/folios/${folio}/rtgsubscription`,
          { folioNumber: folio, prePackagedFolioOid: service.credentials.rtgOid },
        ],
      ];
      const sent = await Promise.all(
        requests.map(async (request) => {
          const headers = key();
          const first = await client.request(...request, headers);
          expectProblems(first, [{ errorCode: 'account.restricted.rule' }]);
          return { request, headers, first };
        }),
      );
      await service.sign(number, signer);
      for (const { request, headers, first } of sent) {
        const again = await expectUnchanged(service, () => client.request(...request, headers));
        expect(meaning(again)).toEqual(meaning(first));
        expect(again.headers.get('idempotent-replayed')).toBe('true');
        const dry = await client.request(...request, { ...headers, 'dry-run': 'true' });
        expect(meaning(dry)).toEqual(meaning(first));
        const [method, target, body] = request;
        const other = Array.isArray(body)
          ? [{ ticker: 'IBM', targetWeight: '100' }]
          : { ...(body as object), note: 'x' };
        expectStatus(await client.request(method, target, other, headers), 422);
      }
    });

    it('a name taken when it was asked for [request.idempotency account.accountName]', async () => {
      const headers = key();
      const taken = name();
      const [one, other] = [await service.member(), name()];
      const holder = await service.account({ primaryAccountOwner: one, accountName: taken });
      const body = { ...service.accountBody(one), accountName: taken };
      const first = await client.post('/restapi/accounts', body, headers);
      expectProblems(first, [{ errorCode: 'account.unique.name.rule' }]);
      expectStatus(await client.put(`/restapi/accounts/${holder}`, { accountName: other }), 200);
      const again = await expectUnchanged(service, () =>
        client.post('/restapi/accounts', body, headers),
      );
      expect(meaning(again)).toEqual(meaning(first));
      expectStatus(await client.post('/restapi/accounts', body, key()), 201);
    });

    it('a row of the back office, on its own and as a line of an import [request.idempotency back-office.import]', async () => {
      const cash = await CashUnderTest.create(service);
      const [single, line] = [await cash.make(), await cash.make()];
      const of = (oid: string): string =>
        `/backoffice/accounts/${cash.accountNumber}/cashtransactions/${oid}`;
      const report = (status: string): object => ({
        ...cash.deposit(),
        repeatType: undefined,
        status,
      });
      const { backoffice } = service;
      const headers = key();
      const importing = { headers: key() };
      const lines = [
        { path: of(line), body: report('CL') },
        { path: of('not.there/at all'), body: {} },
      ];
      const first = await backoffice.put(of(single), report('CL'), headers);
      const firstLines = (await importLines(service, lines, importing)).lines;
      expectStatus(first, 400);
      expect(firstLines.map(({ status }) => status)).toEqual([400, 404]);
      for (const oid of [single, line]) {
        expectStatus(await backoffice.put(of(oid), report('PR')), 200);
      }
      const before = await service.requestHead();
      expect(meaning(await backoffice.put(of(single), report('CL'), headers))).toEqual(
        meaning(first),
      );
      expect((await importLines(service, lines, importing)).lines).toEqual(firstLines);
      expect(await service.requestHead()).toBe(before);
    });
  });

  it('keeps a success, also when a rule would refuse it now [request.idempotency]', async () => {
    const number = await service.openAccount();
    const path = `/restapi/accounts/${number}`;
    const requests: readonly Request[] = [
      [
        'POST',
        `${path}/folios`,
        { folioName: name(), accountNumber: number, dividendReinvest: true },
      ],
      ['PUT', path, { accountName: name() }],
      ['PUT', path, { accountStatus: 'CLOSED' }],
    ];
    const sent = [];
    for (const request of requests) {
      const headers = key();
      sent.push({ request, headers, first: await client.request(...request, headers) });
    }
    const [made] = requests;
    if (made === undefined) throw new Error('there is no request');
    expectProblems(await client.request(...made, key()), [{ errorCode: 'account.closed.rule' }]);
    for (const { request, headers, first } of sent) {
      expect(first.status).toBeLessThan(300);
      const again = await expectUnchanged(service, () => client.request(...request, headers));
      expect(meaning(again)).toEqual(meaning(first));
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      const dry = await client.request(...request, { ...headers, 'dry-run': 'true' });
      expect(dry.body).toMatchObject({ wouldAnswer: first.status, replayed: true, wouldDo: [] });
    }
  });

  it('a line of an import that found everything as it says undoes nothing when it comes again [request.idempotency back-office.import]', async () => {
    const path = `/rtgs/${uniqueName('91')}`;
    const model = (rtgName: string): object => ({
      name: rtgName,
      targetWeights: [{ ticker: 'VTI', targetWeight: '100' }],
    });
    const put = (rtgName: string) => service.backoffice.put(`/backoffice${path}`, model(rtgName));
    expectStatus(await put('Same'), 200);
    const importing = { headers: key() };
    const lines = [{ path, body: model('Same') }];
    const first = await importLines(service, lines, importing);
    expectStatus(await put('Others'), 200);
    const before = await service.requestHead();
    expect((await importLines(service, lines, importing)).lines).toEqual(first.lines);
    expect(await service.requestHead()).toBe(before);
  });

  it('brings back a secret that is shown once, and keeps it under its own key [request.idempotency]', async () => {
    const headers = key();
    const body = { url: 'https://example.com/hook', eventTypes: [] };
    const first = await client.post('/restapi/webhooks', body, headers);
    expectStatus(first, 201);
    const { secret } = first.body as { secret: string };
    expectStatus(
      await client.request('DELETE', first.location?.replace(/^https?:\/\/[^/]+/, '') ?? ''),
      200,
    );
    expect(meaning(await client.post('/restapi/webhooks', body, headers))).toEqual(meaning(first));
    expect(JSON.stringify((await service.log()).map(({ data }) => data))).not.toContain(secret);
  });

  describe('is free after what was refused before a decision', () => {
    it('a field, and an unknown one: the corrected body is carried out [request.idempotency]', async () => {
      const good = memberBody();
      for (const bad of [{ citizenship: 'X' }, { junk: 1 }, { firstName: null }]) {
        const headers = key();
        const wrong = { ...good, ...bad, loginId: uniqueName('w') };
        expectStatus(await client.post('/restapi/members', wrong, headers), 400);
        const right = { ...good, loginId: wrong.loginId, tid: validSsn() };
        expectStatus(await client.post('/restapi/members', right, headers), 201);
        expectStatus(await client.post('/restapi/members', wrong, headers), 422);
      }
    });

    it.each<[number, () => readonly [string, string, unknown, Record<string, string>]]>([
      [404, () => ['PUT', `/restapi/members/${uniqueName('none')}`, { netWorth: '2' }, {}]],
      [403, () => ['PUT', account, { accountName: name() }, { 'x-as': 'another' }]],
      [412, () => ['PUT', account, { accountName: name() }, { 'if-match': '"9999"' }]],
      [412, () => ['PUT', `/restapi/members/${owner}`, { netWorth: '3' }, { 'if-match': '"99"' }]],
      [
        412,
        () => [
          'PUT',
          `${account}/folios/${accountNumber}01`,
          { benchmark: 'ONE' },
          { 'if-match': '"9999"' },
        ],
      ],
      [413, () => ['POST', '/restapi/members', { firstName: 'x'.repeat(1 << 21) }, {}]],
    ])('%i [request.idempotency]', async (status, make) => {
      const [method, path, body, { 'x-as': as, ...more }] = make();
      const headers = key();
      const caller = as === undefined ? client : service.as(await service.member());
      const refused = await expectUnchanged(service, () =>
        caller.request(method, path, body, { ...headers, ...more }),
      );
      expectStatus(refused, status);
      expectStatus(await client.post(`${account}/folios`, folioBody(), headers), 201);
    });
  });

  it('is free after a verification was refused for rights and ids, which are 400 there [request.idempotency bank-link.verify]', async () => {
    const link = await LinkUnderTest.create(service);
    const trader = await service.member();
    const permissions = `/restapi/accounts/${link.accountNumber}/permissions`;
    const held = { loginId: trader, alertLevel: 'none', listOnReport: false };
    expectStatus(await client.post(permissions, { ...held, permission: 'DV' }), 201);
    const needsMore = 'banklink.api.user.needs.money.mover.or.better.permissions.for.account';
    const notOwned = 'banklink.not.owned.by.account';
    const unknown = 'banklink.api.user.not.found.internal.error';
    const elsewhere = link.verifyPath.replace(link.accountNumber, 'RZ00000000');
    const refusals: readonly [BrokerageClient, string, string][] = [
      [service.as(trader), link.verifyPath, needsMore],
      [client, elsewhere, notOwned],
      [(await service.otherFirm()).client, link.verifyPath, notOwned],
      [service.as('nobody-at-all'), link.verifyPath, unknown],
    ];
    const keys: Record<string, string>[] = [];
    for (const [caller, path, errorCode] of refusals) {
      const headers = key();
      keys.push(headers);
      const refused = await expectUnchanged(service, () =>
        caller.put(path, link.verifyBody(link.wrong), headers),
      );
      expectProblems(refused, [{ errorCode }]);
    }
    expectStatus(
      await client.put(`${permissions}/${trader}`, { permission: 'MM', alertLevel: 'none' }),
      200,
    );
    const [mine] = keys;
    const wrong = await service.as(trader).put(link.verifyPath, link.verifyBody(link.wrong), mine);
    expectProblems(wrong, [{ message: 'Remaining Attempts=2' }]);
    const right = await service.as(trader).put(link.verifyPath, link.verifyBody(), mine);
    expectStatus(right, 422);
  });

  it('what a request has stored is its answer, also if the answer was not kept and a rule refuses it now [request.idempotency account.closed]', async () => {
    const cash = await CashUnderTest.create(service);
    const path = `/restapi/accounts/${cash.accountNumber}`;
    const folio = await newFolio(service, cash.accountNumber);
    const viewer = { permission: 'SV', alertLevel: 'none', listOnReport: false };
    const requests: readonly Request[] = [
      ['POST', `${path}/folios`, { ...folioBody(), accountNumber: cash.accountNumber }],
      ['PUT', `${path}/folios/${folio}`, { benchmark: 'IBM' }],
      ['PUT', `${path}/folios/${folio}/targetweights`, [{ ticker: 'VTI', targetWeight: '100' }]],
      ['POST', ordersPath(folio), orderBody()],
      ['POST', cash.path, cash.deposit()],
      ['POST', `${path}/achbanklinks`, linkBody(cash.owner)],
      ['POST', `${path}/permissions`, { loginId: await service.member(), ...viewer }],
      ['POST', `${path}/customeragreement`, signatureBody(cash.owner)],
      ['PUT', path, { accountName: name() }],
      ['POST', `${path}/restrictions`, { note: 'Once' }],
    ];
    const { eventStore } = service.service.platform;
    const append = eventStore.append.bind(eventStore);
    const dies = jest.spyOn(eventStore, 'append').mockImplementation((stream, expected, events) => {
      const isAnswer = events.some(({ type }) => type.startsWith('idempotency.RequestDecided'));
      return isAnswer
        ? Promise.reject(new StoreUnavailableError('the process dies'))
        : append(stream, expected, events);
    });
    const sent: { readonly request: Request; readonly headers: Record<string, string> }[] = [];
    try {
      for (const request of requests) {
        const headers = key();
        expectStatus(await client.request(...request, headers), 503);
        sent.push({ request, headers });
      }
    } finally {
      dies.mockRestore();
    }
    const [order] = (await client.get(ordersPath(folio))).body as { folioOrderOid: string }[];
    expectStatus(
      await client.put(`${ordersPath(folio)}/${order?.folioOrderOid}`, { state: 'C' }),
      200,
    );
    for (const oid of await cash.list()) expectStatus(await cash.cancel(oid), 200);
    const links = (await client.get(`${path}/achbanklinks`)).body as { bankLinkOid: string }[];
    for (const { bankLinkOid } of links) {
      const ids = { bankLinkOid, ownerLoginId: cash.owner };
      const cancelled = { ...ids, status: 'D', op: 'delete' };
      expectStatus(await client.put(`${path}/achbanklinks/${bankLinkOid}`, cancelled), 200);
    }
    expectStatus(await client.put(path, { accountStatus: 'CLOSED' }), 200);
    for (const { request, headers } of sent) {
      const again = await client.request(...request, headers);
      expectStatus(again, request[0] === 'POST' && !request[1].endsWith('agreement') ? 201 : 200);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const onceMore = await expectUnchanged(service, () => client.request(...request, headers));
      expect(meaning(onceMore)).toEqual(meaning(again));
      expectProblems(await client.request(...request, key()), [
        { errorCode: 'account.closed.rule' },
      ]);
    }
  });

  it('is free after a 409, although the request had begun [request.idempotency errors.409]', async () => {
    const { eventStore } = service.service.platform;
    const append = eventStore.append.bind(eventStore);
    const headers = key();
    const refused = folioBody();
    const busy = jest.spyOn(eventStore, 'append').mockImplementation((stream, ...rest) => {
      const isOther = stream.startsWith('idempotency-');
      return isOther
        ? append(stream, ...rest)
        : Promise.resolve({ outcome: 'conflict', actual: 'no_stream' });
    });
    try {
      expectStatus(await client.post(`${account}/folios`, refused, headers), 409);
    } finally {
      busy.mockRestore();
    }
    const made = await client.post(`${account}/folios`, folioBody(), headers);
    expectStatus(made, 201);
    expect(made.headers.get('idempotent-replayed')).toBeNull();
    expectStatus(await client.post(`${account}/folios`, refused, headers), 422);
  });

  it('signed requests and the token of the API client are one caller [request.idempotency auth.client]', async () => {
    const token = await service.person(service.credentials.apiLoginId);
    const [headers, body] = [key(), memberBody()];
    const signed = await client.post('/restapi/members', body, headers);
    expectStatus(signed, 201);
    const again = await expectUnchanged(service, () =>
      token.post('/restapi/members', body, headers),
    );
    expect(meaning(again)).toEqual(meaning(signed));
    expectStatus(await token.post('/restapi/members', memberBody(), headers), 422);
    const other = key();
    expectStatus(await token.put(`/restapi/members/${owner}`, { netWorth: '4' }, other), 200);
    expectStatus(await client.put(`/restapi/members/${owner}`, { netWorth: '5' }, other), 422);
  });

  it('422 for another request also while the first still runs [errors.422 errors.409]', async () => {
    const wire = new Wire(service);
    const headers = key();
    const bodies = Array.from({ length: 12 }, () => folioBody());
    const answers = await Promise.all(
      bodies.map((body) => wire.json('POST', `${account}/folios`, body, headers)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array<number>(11).fill(422),
    ]);
  });

  it('keeps nothing personal of a refusal once the person is erased [request.idempotency erasure.complete]', async () => {
    const person = memberBody({ firstName: uniqueName('Zz').replaceAll(/\d/g, 'q').slice(0, 20) });
    expectStatus(await client.post('/restapi/members', person), 201);
    const headers = key();
    const again = { ...person, tid: validSsn() };
    expectStatus(await client.post('/restapi/members', again, headers), 400);
    const kept = (await service.log()).filter(
      ({ type }) => type === 'idempotency.RequestDecided.v1',
    );
    expect(JSON.stringify(kept.map(({ data }) => data))).not.toContain(person['firstName']);
  });

  it('nothing is stored of a request refused before a decision, even with a key [request.idempotency request.stored]', async () => {
    const before = await service.requestHead();
    const stranger = await service.otherFirm();
    const after = await service.requestHead();
    expect(after).not.toBe(before);
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
    expect(await service.requestHead()).toBe(after);
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
