import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { eventually } from '../../support/condition.js';
import { expectStatus, ServiceUnderTest, uniqueName } from '../../support/running-service.js';
import { beginImport, importBody } from '../import.fixture.js';
import {
  account,
  body,
  linesOf,
  newId,
  only,
  pathOf,
  record,
  service,
  sockets,
  statuses,
} from './set-up.js';

describe('an import of any size [back-office.import]', () => {
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

  it('an import ends with 400 where more than 1 MiB of it is blank lines', async () => {
    const line = record();
    const text = `${JSON.stringify(line)}\n${'\n'.repeat(64 * 1024 * 1024)}`;
    const headers = { 'content-encoding': 'gzip' };
    const { lines } = await importBody(service, gzipSync(text), { headers });
    expect(lines).toMatchObject([
      { line: 1, path: line.path, status: 200 },
      { path: null, status: 400, errors: [{ type: 'SYNTAX' }] },
    ]);
  });

  it('gzip is taken; what is none is a last line', async () => {
    const lines = [record(), record()];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const headers = { 'content-encoding': 'gzip' };
    const whole = gzipSync(text);
    for (const coding of ['gzip', 'GZIP']) {
      const answer = await importBody(service, whole, { headers: { 'content-encoding': coding } });
      expect(statuses(answer.lines)).toEqual([200, 200]);
    }
    for (const wrong of [Buffer.from(text), whole.subarray(0, whole.length - 6)]) {
      const { lines: answers } = await importBody(service, wrong, { headers });
      expect(answers.at(-1)).toMatchObject({ path: null, status: 400 });
    }
  });

  it('gets responses while it arrives', async () => {
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
    sending.write(`${JSON.stringify(record({}, whole))}\n${JSON.stringify(record({}, half))}`);
    await once(sending, 'response');
    sending.destroy();
    // the service still responds, and has released the import
    expect((await only(record()))?.status).toBe(200);
    const streams = await eventually(async () => {
      const all = (await service.log()).map(({ stream }) => stream);
      return all.some((stream) => stream.endsWith(`/${whole}`)) ? all : undefined;
    });
    expect(streams.some((stream) => stream.endsWith(`/${half}`))).toBe(false);
  });

  it('may take longer to arrive than other requests', async () => {
    const sending = beginImport(service);
    sending.write(`${JSON.stringify(record())}\n`);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const pieces = answer.setEncoding('utf8')[Symbol.asyncIterator]();
    await pieces.next();
    // as the server does with a request that times out
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

  it('a store that is away for a moment: no line is rejected, and all keep their order', async () => {
    const { eventStore } = service.service.platform;
    const append = eventStore.append.bind(eventStore);
    const readStream = eventStore.readStream.bind(eventStore);
    let refused = 0;
    const answering = new Set<string>();
    /** The first append and read of each stream fail, and the outcome of its second append is unknown. */
    const isAway = (call: string): boolean => {
      if (answering.has(call)) return false;
      answering.add(call);
      refused += 1;
      return true;
    };
    eventStore.append = async (...values) => {
      if (isAway(`append ${values[0]}`)) throw new StoreUnavailableError('away');
      const result = await append(...values);
      if (isAway(`answer ${values[0]}`)) throw new StoreUnavailableError('away');
      return result;
    };
    eventStore.readStream = (stream, options) => {
      if (isAway(`read ${stream}`)) throw new StoreUnavailableError('away');
      return readStream(stream, options);
    };
    const id = newId();
    const nets = Array.from({ length: 40 }, (_, n) => String(n + 1));
    try {
      const lines = [...nets.map((net) => record({ net }, id)), record(), record()];
      expect(statuses(await linesOf(lines))).toEqual(lines.map(() => 200));
    } finally {
      Object.assign(eventStore, { append, readStream });
    }
    expect(refused).toBeGreaterThan(5);
    const stream = `folioTransaction-${account}01/${id}`;
    const found = [];
    for await (const { data } of eventStore.readStream(stream)) {
      found.push(/"net":"(\d+)/.exec(JSON.stringify(data))?.[1]);
    }
    expect(found).toEqual(nets);
  });

  it('consecutive lines about one resource share appends', async () => {
    const { eventStore } = service.service.platform;
    const append = eventStore.append.bind(eventStore);
    let appends = 0;
    eventStore.append = (...values) => {
      appends += values[0].startsWith('folios-') ? 1 : 0;
      return append(...values);
    };
    const path = `/accounts/${account}/folios/${account}01/positions`;
    const lines = Array.from({ length: 60 }, (_, n) => ({
      path,
      body: [{ ticker: n % 10 === 9 ? '?' : 'IBM', shareQuantity: String(n + 1) }],
    }));
    try {
      const wanted = lines.map((_, n) => (n % 10 === 9 ? 400 : 200));
      expect(statuses(await linesOf(lines))).toEqual(wanted);
    } finally {
      eventStore.append = append;
    }
    expect(appends).toBeLessThan(10);
    const positions = await service.client.get(`/restapi${path}`);
    expect(positions.body).toMatchObject([{ ticker: 'IBM', shareQuantity: '59' }]);
  });

  it('a store that is away for long: 503 lines, nothing stored; the same lines later are stored', async () => {
    const lines = [record(), record()];
    const { eventStore } = service.service.platform;
    const append = eventStore.append.bind(eventStore);
    const before = await service.requestHead();
    eventStore.append = () => Promise.reject(new StoreUnavailableError('away'));
    try {
      const answers = await linesOf(lines);
      expect(statuses(answers)).toEqual([503, 503]);
      expect(answers[0]?.errors).toMatchObject([{ type: 'UNAVAILABLE' }]);
    } finally {
      eventStore.append = append;
    }
    expect(await service.requestHead()).toBe(before);
    expect(statuses(await linesOf(lines))).toEqual([200, 200]);
  });

  it('Idempotency-Key: the same lines with it again leave nothing, even when they changed since', async () => {
    const id = newId();
    const headers = { 'idempotency-key': uniqueName('import') };
    const lines = [record({ net: '1' }, id), record({ net: '2' }, id)];
    expect(statuses(await linesOf(lines, { headers }))).toEqual([200, 200]);
    const before = await service.requestHead();
    expect(statuses(await linesOf(lines, { headers }))).toEqual([200, 200]);
    expect(await service.requestHead()).toBe(before);
  });

  it('later reads see all of it', async () => {
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
