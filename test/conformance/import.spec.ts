import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { encodeConsistencyToken } from '#libs/platform/http';
import {
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import {
  type AnswerLine,
  beginImport,
  importBody,
  importLines,
  type ImportOptions,
} from './import.fixture.js';

let service: ServiceUnderTest;
let account: string;
const sockets = new Set<object>();
let login: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  service.service.app.getHttpServer().on('connection', (socket: object) => sockets.add(socket));
  login = await service.member();
  account = await service.openAccount({ primaryAccountOwner: login });
});
afterAll(() => service.stop());

let count = 100_000;
const newId = (): string => String(++count);
const body = { categoryName: 'Trades', date: '2026-03-02T15:00:00.000+00:00', net: '-12.50' };
const pathOf = (id = newId()): string =>
  `/accounts/${account}/folios/${account}01/transactions/${id}`;
const record = (fields: object = {}, id?: string): { path: string; body: object } => ({
  path: pathOf(id),
  body: { ...body, ...fields },
});
const send = (lines: readonly unknown[], options?: ImportOptions) =>
  importLines(service, lines, options);
const linesOf = async (
  lines: readonly unknown[],
  options?: ImportOptions,
): Promise<readonly AnswerLine[]> => (await send(lines, options)).lines;
const only = async (line: unknown, options?: ImportOptions): Promise<AnswerLine | undefined> => {
  const answers = await linesOf([line], options);
  expect(answers).toHaveLength(1);
  return answers[0];
};
const statuses = (answers: readonly AnswerLine[]): number[] => answers.map(({ status }) => status);

describe('decisions §10 › POST /backoffice/import [§10.import]', () => {
  it('one line {path, body} each, answered {line, path, status} in the same order', async () => {
    const lines = Array.from({ length: 300 }, () => record());
    const { status, headers, trailers, lines: answers } = await send(lines);
    const imported = (await service.log()).filter(({ type }) =>
      type.startsWith('folioTransaction.'),
    );
    const newest = encodeConsistencyToken(imported.at(-1)?.position ?? 0n);
    expect(trailers['x-consistency-token']).toBe(newest);
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    expect(answers).toEqual(
      lines.map(({ path }, index) => ({ line: index + 1, path, status: 200 })),
    );
    const list = await service.client.get(
      `/restapi/accounts/${account}/folios/${account}01/transactions?daterange=03-02-2026,03-02-2026`,
    );
    expect(list.body).toHaveLength(300);
  });

  it('path with or without /backoffice', async () => {
    const id = newId();
    const before = await service.head();
    expect((await only(record({}, id)))?.status).toBe(200);
    const once = await service.head();
    expect(once).toBeGreaterThan(before);
    const prefixed = { path: `/backoffice${pathOf(id)}`, body };
    expect(await only(prefixed)).toEqual({ line: 1, path: prefixed.path, status: 200 });
    expect(await service.head()).toBe(once);
  });

  it('a path with a query or a fragment names nothing', async () => {
    for (const end of ['?', '?x=1', '?asOf=2026-01-01T00:00:00Z', '#', '#x']) {
      const path = `${pathOf()}${end}`;
      const answer = await expectUnchanged(service, () => only({ path, body }));
      const errors = [{ type: 'NOT_FOUND', message: expect.any(String) as unknown as string }];
      expect(answer).toEqual({ line: 1, path, status: 404, errors });
    }
  });

  it('a bad line is an error line and nothing else stops', async () => {
    const good = record();
    const answers = await linesOf([
      record(),
      '{"path":',
      'true',
      { path: '/nothing/here', body },
      { body },
      { path: 7, body },
      { ...record(), extra: 1, method: 'PUT' },
      { path: pathOf() },
      record({ nonsense: 1, net: 'x' }),
      record({ marketNet: '1' }),
      { path: `/accounts/RZ99999999/folios/RZ9999999901/transactions/1`, body },
      `{"path":"${pathOf()}","path":"x"}`,
      '[',
      good,
    ]);
    expect(statuses(answers)).toEqual([
      200, 400, 400, 404, 400, 400, 400, 400, 400, 400, 404, 400, 400, 200,
    ]);
    expect(answers.map(({ line }) => line)).toEqual(answers.map((_, index) => index + 1));
    const errors = (n: number): unknown => answers[n - 1]?.errors;
    expect(errors(1)).toBeUndefined();
    expect(errors(2)).toEqual([{ type: 'SYNTAX', message: 'The JSON text ends too early.' }]);
    expect(errors(4)).toEqual([{ type: 'NOT_FOUND', message: expect.any(String) }]);
    expect(errors(5)).toMatchObject([{ field: 'path', errorCode: 'cannot.be.null' }]);
    expect(errors(6)).toMatchObject([{ field: 'path', errorCode: 'invalid.value' }]);
    expect(errors(7)).toEqual([
      { type: 'SYNTAX', field: 'extra' },
      { type: 'SYNTAX', field: 'method' },
    ]);
    expect(errors(8)).toMatchObject([{ type: 'SYNTAX' }]);
    expect(errors(9)).toMatchObject([
      { type: 'SYNTAX', field: 'nonsense' },
      { field: 'net', errorCode: 'invalid.value' },
    ]);
    expect(errors(10)).toMatchObject([{ errorCode: 'folio.transaction.market.value.rule' }]);
    expect(answers[1]?.path).toBeNull();
    expect(answers[12]?.path).toBeNull();
    expect(answers[6]?.path).toMatch(/^\/accounts/);
  });

  it('blank lines are counted and not answered; CRLF and a missing last newline are fine', async () => {
    const [first, second] = [record(), record()];
    const text = `\r\n${JSON.stringify(first)}\r\n\n  \t\n${JSON.stringify(second)}`;
    const { lines } = await importBody(service, Buffer.from(text));
    expect(lines).toEqual([
      { line: 2, path: first.path, status: 200 },
      { line: 5, path: second.path, status: 200 },
    ]);
    for (const nothing of ['', '\n', '\n\n \n']) {
      const empty = await importBody(service, Buffer.from(nothing));
      expect([empty.status, empty.text]).toEqual([200, '']);
    }
  });

  it('a repeated import changes nothing', async () => {
    const lines = [record(), record(), record({ net: '1' })];
    expect(statuses(await linesOf(lines))).toEqual([200, 200, 200]);
    const before = await service.head();
    expect(statuses(await linesOf(lines))).toEqual([200, 200, 200]);
    expect(await service.head()).toBe(before);
  });

  it('lines about the same resource count in their order', async () => {
    const id = newId();
    const amounts = Array.from({ length: 40 }, (_, n) => String(n + 1));
    const answers = await linesOf(amounts.map((net) => record({ net }, id)));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const events = (await service.log()).filter(({ stream }) => stream.endsWith(`/${id}`));
    const nets = events.map(({ data }) => (data['transaction'] as { net: string }).net);
    expect(nets).toEqual(amounts.map((net) => `${net}.00`));
  });

  it('a line may need what an earlier one makes', async () => {
    const firmId = String(6_000_000_000 + Math.floor(Math.random() * 3_000_000_000));
    const apiKey = uniqueName('key');
    const loginId = uniqueName('api');
    const plan = { billingPlanType: 'B', name: 'Plan', description: 'x' };
    const operator = await service.operatorAndBackoffice();
    const answers = await linesOf(
      [
        { path: `/firms/${firmId}/clients/${apiKey}`, body: { loginId } },
        { path: `/firms/${firmId}`, body: { name: 'Firm', firmType: 'L' } },
        { path: `/firms/${firmId}/clients/${apiKey}`, body: { loginId } },
        { path: `/firms/${firmId}/clients/${apiKey}`, body: { loginId } },
        { path: `/firms/${firmId}/billingplans/9`, body: plan },
      ],
      { token: operator },
    );
    expect(statuses(answers).slice(0, 4)).toEqual([404, 200, 200, 200]);
    expect(answers[4]?.errors?.some(({ type }) => type === 'NOT_FOUND')).not.toBe(true);
    // the first PUT of a client answers its secret, once
    expect(answers[2]?.sharedSecret).toEqual(expect.any(String));
    expect(answers[3]).not.toHaveProperty('sharedSecret');
  });

  it('every row of the table, decided as its PUT is', async () => {
    const token = await service.operatorAndBackoffice();
    const paths = [
      '/firms/77',
      '/firms/77/billingplans/1',
      '/firms/77/clients/some-key-of-a-client',
      '/rtgs/770001',
      '/privateplacementoffers/770001',
      '/privateplacementoffers/770001/documents/1',
      `/members/${login}/ifas/770001`,
      `/members/${login}/verification`,
      `/accounts/${account}/folios/${account}01/positions`,
      `/accounts/${account}/folios/${account}01/transactions/770001`,
      `/accounts/${account}/folios/${account}01/performance/unitvalues`,
      `/accounts/${account}/folios/${account}01/orders/770001`,
      `/accounts/${account}/cashtransactions/770001`,
      `/accounts/${account}/corporateactions/770001`,
      `/accounts/${account}/reportedtaxlots/770001/770002`,
      `/accounts/${account}/taxdata`,
      `/accounts/${account}/privateplacementorders/770001`,
    ];
    for (const path of paths) {
      for (const sent of [{ nonsense: 1 }, [], [{ nonsense: 1 }], 7]) {
        const line = await only({ path, body: sent }, { token });
        const response = await fetch(`${service.service.url}/backoffice${path}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        });
        const alone = await response.text();
        expect([path, line?.status, line?.errors]).toEqual([
          path,
          response.status,
          alone === '' ? undefined : JSON.parse(alone),
        ]);
      }
    }
  });

  it('a document of more than a megabyte', async () => {
    const oid = newId();
    const offer = {
      name: 'Fund',
      openingDate: '2020-01-01',
      closingDate: '2099-12-31',
      eligibleFirms: [service.credentials.firmId],
      eligibility: 'ALL',
      minimum: '1.00',
      maximum: '2.00',
    };
    const data = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3_000_000, 0x20)]);
    const document = {
      name: 'Terms',
      required: true,
      signable: false,
      data: data.toString('base64'),
    };
    const answers = await linesOf([
      { path: `/privateplacementoffers/${oid}`, body: offer },
      { path: `/privateplacementoffers/${oid}/documents/1`, body: document },
      record({ notes: 'x'.repeat(1_100_000) }),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 413]);
  });
});

describe('decisions §2 › who may import [§2.bearer §10.import]', () => {
  it('backoffice; a firm or client line needs operator', async () => {
    const firm = { path: '/firms/10000009', body: { name: 'x', firmType: 'L' } };
    const client = { path: '/firms/10000009/clients/some-api-key-99', body: { loginId: 'x' } };
    const answers = await linesOf([firm, record(), client]);
    expect(statuses(answers)).toEqual([403, 200, 403]);
    expect(answers[0]?.errors).toMatchObject([{ type: 'FORBIDDEN' }]);
    expect(statuses(await linesOf([firm, record()], { role: 'operator' }))).toEqual([200, 403]);
  });

  it('nobody else: 403; without credentials or with a signature over something else: 401', async () => {
    for (const role of ['client', 'auditor'] as const) {
      expect((await send([record()], { role })).status).toBe(403);
    }
    expect((await send([record()], { token: 'x' })).status).toBe(401);
    const signed = await service.client.request('POST', '/backoffice/import', { a: 1 });
    expect([401, 403, 415]).toContain(signed.status);
  });

  it('415 for another media type or compression, 406 for another answer', async () => {
    const headers = (more: Record<string, string>) => ({ headers: more });
    const json = await send([record()], headers({ 'content-type': 'application/json' }));
    expect(json.status).toBe(415);
    const brotli = await send([record()], headers({ 'content-encoding': 'br' }));
    expect(brotli.status).toBe(415);
    const text = await send([record()], headers({ accept: 'text/html' }));
    expect(text.status).toBe(406);
  });
});

describe('an import of any size [§10.import]', () => {
  it('a line of more than 12 MiB is an error line, and the rest goes on', async () => {
    const [before, after] = [record(), record()];
    const { lines } = await importBody(
      service,
      Buffer.concat([
        Buffer.from(`${JSON.stringify(before)}\n"`),
        Buffer.alloc(13 * 1024 * 1024, 0x61),
        Buffer.from(`"\n${JSON.stringify(after)}\n`),
      ]),
    );
    expect(lines).toMatchObject([
      { line: 1, status: 200 },
      { line: 2, path: null, status: 413, errors: [{ type: 'PAYLOAD_TOO_LARGE' }] },
      { line: 3, status: 200 },
    ]);
  });

  it('hostile lines never end it, and none is answered 500', async () => {
    const hostile = [
      '\u0000',
      '"\\ud800"',
      Buffer.from([0xff, 0xfe]).toString('latin1'),
      `{"__proto__":{"path":"/x"},"path":"${pathOf()}"}`,
      `{"path":"__proto__","body":{}}`,
      `{"path":"/accounts/%zz/taxdata","body":{}}`,
      `{"path":"/accounts/%00/taxdata","body":{}}`,
      `{"path":"/accounts/${'x'.repeat(400)}/taxdata","body":{}}`,
      `{"path":"/accounts/${'x'.repeat(100_000)}/taxdata","body":{}}`,
      `{"path":"/import","body":{}}`,
      `{"path":"/backoffice/backoffice/rtgs/1","body":{}}`,
      `{"path":"https://elsewhere.example/rtgs/1","body":{}}`,
      `{"path":"/../rtgs/1","body":{}}`,
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
    ];
    const answers = await linesOf([...hostile, record()]);
    expect(answers).toHaveLength(hostile.length + 1);
    for (const { status, errors } of answers.slice(0, -1)) {
      expect([400, 404]).toContain(status);
      expect(errors?.length).toBeGreaterThan(0);
    }
    expect(answers.at(-1)?.status).toBe(200);
    const invalid = Buffer.concat([
      Buffer.from('"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"\n'),
    ]);
    expect(statuses((await importBody(service, invalid)).lines)).toEqual([400]);
  });

  it('gzip is taken; what is none is a last line', async () => {
    const lines = [record(), record()];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const headers = { 'content-encoding': 'gzip' };
    const whole = gzipSync(text);
    const answer = await importBody(service, whole, { headers });
    expect(statuses(answer.lines)).toEqual([200, 200]);
    for (const wrong of [Buffer.from(text), whole.subarray(0, whole.length - 6)]) {
      const { lines: answers } = await importBody(service, wrong, { headers });
      expect(answers.at(-1)).toMatchObject({ path: null, status: 400 });
    }
  });

  it('is answered while it arrives', async () => {
    const sending = beginImport(service);
    sending.write(`${JSON.stringify(record())}\n`);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const pieces = answer.setEncoding('utf8')[Symbol.asyncIterator]();
    expect((await pieces.next()).value).toMatch(/^\{"line":1,.*"status":200\}\n$/);
    sending.write(`${JSON.stringify(record())}\n`);
    expect((await pieces.next()).value).toMatch(/^\{"line":2,.*"status":200\}\n$/);
    sending.end();
    expect((await pieces.next()).done).toBe(true);
  });

  it('a caller who disconnects: whole lines that came are carried out, half a line is not', async () => {
    const [whole, half] = [newId(), newId()];
    const sending = beginImport(service);
    sending.on('error', () => undefined);
    sending.write(`${JSON.stringify(record({}, whole))}\n${JSON.stringify(record({}, half))}`);
    await once(sending, 'response');
    sending.destroy();
    // the service still answers, and has let go of the import
    expect((await only(record()))?.status).toBe(200);
    const streams = (await service.log()).map(({ stream }) => stream);
    expect(streams.some((stream) => stream.endsWith(`/${whole}`))).toBe(true);
    expect(streams.some((stream) => stream.endsWith(`/${half}`))).toBe(false);
  });

  it('may take longer to arrive than other requests', async () => {
    const sending = beginImport(service);
    sending.write(`${JSON.stringify(record())}\n`);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const pieces = answer.setEncoding('utf8')[Symbol.asyncIterator]();
    await pieces.next();
    // what the server does with a request that has not arrived after its time
    const server = service.service.app.getHttpServer();
    const late = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    for (const socket of sockets) server.emit('clientError', late, socket);
    sending.end(`${JSON.stringify(record())}\n`);
    expect((await pieces.next()).value).toMatch(/^\{"line":2,.*"status":200\}\n$/);
  });

  it('a service that stops: a last line says from which one on to send again', async () => {
    const other = await ServiceUnderTest.start();
    const unknown = `${JSON.stringify({ path: '/rtgs/x y', body: {} })}\n`;
    const sending = beginImport(other);
    sending.on('error', () => undefined);
    sending.write(unknown);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const pieces = answer.setEncoding('utf8')[Symbol.asyncIterator]();
    expect((await pieces.next()).value).toMatch(/"line":1/);
    const stopped = other.stop();
    sending.write(unknown + unknown);
    expect(JSON.parse(String((await pieces.next()).value))).toMatchObject({
      line: 2,
      path: null,
      status: 503,
      errors: [{ type: 'UNAVAILABLE' }],
    });
    expect((await pieces.next()).done).toBe(true);
    await stopped;
  });

  it('a store that is away: 503 lines, nothing stored; the same lines later are stored', async () => {
    const lines = [record(), record()];
    const { eventStore } = service.service.platform;
    const append = eventStore.append.bind(eventStore);
    const before = await service.head();
    eventStore.append = () => Promise.reject(new StoreUnavailableError('away'));
    try {
      const answers = await linesOf(lines);
      expect(statuses(answers)).toEqual([503, 503]);
      expect(answers[0]?.errors).toMatchObject([{ type: 'UNAVAILABLE' }]);
    } finally {
      eventStore.append = append;
    }
    expect(await service.head()).toBe(before);
    expect(statuses(await linesOf(lines))).toEqual([200, 200]);
  });

  it('Idempotency-Key: the same lines with it again leave nothing, even when they changed since', async () => {
    const id = newId();
    const headers = { 'idempotency-key': uniqueName('import') };
    const lines = [record({ net: '1' }, id), record({ net: '2' }, id)];
    expect(statuses(await linesOf(lines, { headers }))).toEqual([200, 200]);
    const before = await service.head();
    expect(statuses(await linesOf(lines, { headers }))).toEqual([200, 200]);
    expect(await service.head()).toBe(before);
  });

  it('reads after it see all of it', async () => {
    const other = await service.account();
    const path = `/accounts/${other}/folios/${other}01/transactions`;
    const lines = Array.from({ length: 2_500 }, (_, n) => ({ path: `${path}/${n + 1}`, body }));
    const answers = await linesOf(lines);
    expect(answers).toHaveLength(2_500);
    const range = 'daterange=03-02-2026,03-02-2026';
    const list = await service.client.get(`/restapi${path}?${range}`);
    expectStatus(list, 200);
    expect(list.body).toHaveLength(2_500);
  });
});

describe('any import', () => {
  /** What the property is about: status and problems of each line, and what the log says afterwards. */
  const cash = (id: string, fields: object) => ({
    path: `cashtransactions/${id}`,
    body: { transactionType: 'AHD', amount: '5.00', processDate: '2026-03-02', ...fields },
  });
  const id = fc.constantFrom('1', '2', '3', 'x y');
  const amount = fc.constantFrom('1', '2.50', '-3', 'x', null);
  const line = fc.oneof(
    fc.tuple(id, amount).map(([which, net]) => ({
      path: `folios/%ACCOUNT%01/transactions/${which}`,
      body: { ...body, net },
    })),
    fc
      .tuple(id, amount, fc.constantFrom('PD', 'PR', 'CL', 'RJ', 'ZZ'))
      .map(([which, sent, status]) => cash(which, { amount: sent, status })),
    fc.tuple(fc.constantFrom('01', '02', '03'), amount).map(([folio, shares]) => ({
      path: `folios/%ACCOUNT%${folio}/positions`,
      body: [{ ticker: 'IBM', shareQuantity: shares }],
    })),
    fc.tuple(fc.constantFrom('2026-03-02', '2026-03-03', 'x'), amount).map(([date, gross]) => ({
      path: 'folios/%ACCOUNT%01/performance/unitvalues',
      body: { values: [{ date, gross, net: '1' }] },
    })),
    fc.boolean().map((available) => ({ path: 'taxdata', body: { available } })),
  );

  it('leaves the same answers and the same events as its lines put one by one [§10.import]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 30 }), async (lines) => {
        const [bulk, single] = await Promise.all([service.account(), service.account()]);
        const at = (accountNumber: string) =>
          lines.map(({ path, body: sent }) => ({
            path: `/accounts/${accountNumber}/${path.replaceAll('%ACCOUNT%', accountNumber)}`,
            body: sent,
          }));
        const answers = await linesOf(at(bulk));
        const alone = [];
        for (const { path, body: sent } of at(single)) {
          const answer = await service.backoffice.put(`/backoffice${encodeURI(path)}`, sent);
          alone.push({ status: answer.status, errors: answer.body });
        }
        expect(answers.map(({ status, errors }) => ({ status, errors }))).toEqual(alone);
        const log = await service.log();
        const eventsOf = (accountNumber: string) =>
          log
            .filter(({ stream }) => stream.includes(accountNumber))
            .map(({ stream, revision, type, data }) =>
              JSON.stringify([stream, revision, type, data]).replaceAll(accountNumber, 'A'),
            )
            .filter((event) => !event.includes('"account') && !event.includes('reservation'))
            .sort();
        expect(eventsOf(bulk)).toEqual(eventsOf(single));
      }),
      { numRuns: 25 },
    );
  });
});
