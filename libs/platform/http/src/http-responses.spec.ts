import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../../test/support/condition.js';
import { rawRequest } from '../../../../test/support/raw-request.js';
import { decodeConsistencyToken, encodeConsistencyToken, stopGracefully } from './index.js';
import { problemsOf, startSample, type Sample } from '../test/sample-client.js';
import { begunStreams, ledger, slow } from '../test/sample-application.js';

let sample: Sample;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => stopGracefully(sample.app, { linger: 1 }));

describe('answers', () => {
  it('creates: 201, empty, absolute Location, ETag, token', async () => {
    const answer = await sample.send('POST', '/things', '{"name":"a b"}');
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${sample.base}/things/a%20b`);
    expect(answer.headers.get('etag')).toBe('"0"');
    expect(answer.headers.get('content-length')).toBe('0');
    expect(answer.headers.get('content-type')).toBeNull();
    expect(decodeConsistencyToken(answer.headers.get('x-consistency-token') ?? '')).toEqual({
      own: 36n,
      covered: 36n,
    });
    expect(await answer.text()).toBe('');
  });

  it('reads with an ETag, and 304 for a caller that has it', async () => {
    const answer = await sample.call('GET', '/things/x');
    expect([answer.status, await answer.json()]).toEqual([200, { id: 'x' }]);
    expect(answer.headers.get('etag')).toBe('"7"');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const again = await sample.call('GET', '/things/x', { headers: { 'if-none-match': 'W/"7"' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each(['GET', 'HEAD'])(
    'lets credentials cover the body of a %s, of which nothing else is read',
    async (method) => {
      const send = async (body: string | Buffer, signed = body): Promise<number> => {
        const digest = createHash('md5').update(signed).digest('hex');
        const headers = { authorization: 'md5', 'x-digest': digest };
        return (await rawRequest(sample.base, { method, path: '/things/x', headers, body })).status;
      };
      expect(await send('')).toBe(200);
      expect(await send('no JSON')).toBe(200);
      expect(await send('no JSON', '')).toBe(401);
      expect(await send('', 'no JSON')).toBe(401);
      expect(await send(Buffer.alloc(1024 * 1024))).toBe(200);
      expect(await send(Buffer.alloc(1024 * 1024 + 1))).toBe(413);
    },
  );

  it('responds to HEAD of a stream with its type, and destroys it', async () => {
    const head = await sample.call('HEAD', '/things/stream');
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(head.headers.get('content-length')).toBeNull();
    const [begun] = begunStreams.splice(0);
    expect(begun?.gone.aborted).toBe(true);
    const stream = await sample.call('GET', '/things/stream');
    const [open] = begunStreams.splice(0);
    expect(open?.gone.aborted).toBe(false);
    const left = new Promise((resolve) => open?.gone.addEventListener('abort', resolve));
    await stream.body?.cancel();
    await left;
  });

  it('updates and deletes', async () => {
    const answer = await sample.send('PUT', '/things/x', '{}', { 'if-match': '"5"' });
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
      200,
      '"5"',
      '',
    ]);
    const deleted = await sample.call('DELETE', '/things/x');
    expect([deleted.status, await deleted.text()]).toEqual([204, '']);
  });

  it('answers HEAD like GET without the body', async () => {
    const answer = await sample.call('HEAD', '/things/x');
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"7"']);
    expect(answer.headers.get('content-length')).toBe(String('{"id":"x"}'.length));
    expect(await answer.text()).toBe('');
  });

  it('sends text unchanged', async () => {
    const text = await sample.call('GET', '/things/text', { headers: { accept: 'text/plain' } });
    expect([await text.text(), text.headers.get('content-type')]).toEqual([
      'PASSED',
      'text/plain; charset=utf-8',
    ]);
  });

  it('echoes a sane request id and replaces an insane one', async () => {
    const id = async (sent: string): Promise<string | null> => {
      const answer = await sample.call('GET', '/things/x', { headers: { 'x-request-id': sent } });
      return answer.headers.get('x-request-id');
    };
    expect(await id('abc-1')).toBe('abc-1');
    expect(await id('a b<script>')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', false],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', false],
    ['nonsense', false],
  ])('gives a trace back that is one: %s', async (traceparent, isOne) => {
    const answer = await sample.call('GET', '/things/x', { headers: { traceparent } });
    expect(answer.headers.get('traceparent')).toBe(isOne ? traceparent : null);
  });
});

describe('request context', () => {
  it('carries caller, times and ids into command metadata', async () => {
    const answer = await sample.call('GET', '/things/context/1', {
      headers: { 'x-request-id': 'r-1', 'x-associated-member-id': 'client7' },
    });
    expect(await answer.json()).toEqual({
      commandId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      causationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requestId: 'r-1',
      correlationId: 'r-1',
      attemptedSince: 'never',
      caller: 'key-1',
      firmId: '42',
      actingMember: 'advisor',
      associatedMember: 'client7',
      sentAt: '2026-01-02T03:04:05.000Z',
      receivedAt: '2026-01-02T03:04:06.000Z',
    });
  });

  it('uses the newer of the token and the newest write of this process', async () => {
    await sample.call('DELETE', '/things/x');
    const read = async (headers: Record<string, string> = {}): Promise<unknown> =>
      (await sample.call('GET', '/things/consistency', { headers })).json();
    expect(await read()).toEqual({ consistency: '100' });
    expect(await read({ 'x-consistency-token': encodeConsistencyToken(5n) })).toEqual({
      consistency: '100',
    });
    expect(await read({ 'x-consistency-token': encodeConsistencyToken(500n) })).toEqual({
      consistency: '500',
    });
    expect(await read({ authorization: 'other' })).toEqual({ consistency: '100' });
    const bad = await sample.call('GET', '/things/consistency', {
      headers: { 'x-consistency-token': 'nonsense' },
    });
    expect(await problemsOf(bad, 400)).toMatchObject([
      { type: 'VALIDATION_FIELD', field: 'X-Consistency-Token', errorCode: 'invalid.value' },
    ]);
  });
});

describe('idempotency', () => {
  const post = (body: string, key: string, headers = {}): Promise<Response> =>
    sample.send('POST', '/things/echo', body, { 'idempotency-key': key, ...headers });

  it('accepts the same request again, and refuses a different one with the same key', async () => {
    expect((await post('{"name":"a"}', 'k1')).status).toBe(200);
    expect((await post('{"name":"a"}', 'k1')).status).toBe(200);
    expect(await problemsOf(await post('{"name":"b"}', 'k1'), 422)).toMatchObject([
      { type: 'UNPROCESSABLE', field: 'Idempotency-Key' },
    ]);
    expect((await post('{"name":"b"}', 'k1', { authorization: 'other' })).status).toBe(200);
  });

  it('refuses keys that are too long or not visible', async () => {
    expect(await problemsOf(await post('{}', 'a'.repeat(256)), 400)).toMatchObject([
      { field: 'Idempotency-Key', errorCode: 'invalid.length' },
    ]);
    expect(await problemsOf(await post('{}', 'a b'), 400)).toMatchObject([
      { field: 'Idempotency-Key', errorCode: 'invalid.value' },
    ]);
  });

  it('answers 409 while the first request with the key is running', async () => {
    const started = new Promise<void>((resolve) => (slow.started = resolve));
    const headers = { 'idempotency-key': 'k-slow' };
    const first = sample.call('POST', '/things/slow', { headers });
    await started;
    const second = await sample.call('POST', '/things/slow', { headers });
    expect(await problemsOf(second, 409)).toMatchObject([{ type: 'CONFLICT' }]);
    slow.finish();
    expect(await (await first).json()).toEqual({ slow: true });
  });

  it('answers 409 if another process has stored the key since it was looked up', async () => {
    expect((await post('{"name":"a"}', 'k-race')).status).toBe(200);
    const find = jest.spyOn(ledger, 'find').mockResolvedValueOnce({ use: 'none' });
    const second = await post('{"name":"a"}', 'k-race');
    expect(await problemsOf(second, 409)).toMatchObject([{ type: 'CONFLICT' }]);
    expect(second.headers.get('retry-after')).toBe('1');
    find.mockRestore();
    expect((await post('{"name":"a"}', 'k-race')).status).toBe(200);
  });

  it('holds the key of a disconnected caller until the request ends', async () => {
    const headers = { 'idempotency-key': 'k-gone' };
    const send = (signal?: AbortSignal): Promise<Response> =>
      sample.call('POST', '/things/slow', { headers, ...(signal && { signal }) });
    const started = new Promise<void>((resolve) => (slow.started = resolve));
    const server = sample.app.getHttpServer();
    const left = new Promise((resolve) => {
      server.once('request', (_, response: ServerResponse) => response.once('close', resolve));
    });
    const leave = new AbortController();
    const first = send(leave.signal).catch((error: unknown) => (error as Error).name);
    await started;
    leave.abort();
    expect(await first).toBe('AbortError');
    await left;
    await problemsOf(await send(), 409);
    sample.log.length = 0;
    slow.finish();
    const [line = ''] = await eventually(() =>
      sample.log[0] === undefined ? undefined : sample.log,
    );
    expect(JSON.parse(line)).toMatchObject({
      route: '/things/slow',
      status: 201,
      callerGone: true,
    });
    const again = new Promise<void>((resolve) => (slow.started = resolve));
    const second = send();
    await again;
    slow.finish();
    expect(await (await second).json()).toEqual({ slow: true });
  });
});

describe('access log', () => {
  it('contains route template, status, caller and firm, but nothing that was sent', async () => {
    sample.log.length = 0;
    await sample.send('POST', '/things/echo', '{"name":"bodysecret"}', {
      'x-secret': 'headersecret',
    });
    await sample.call('GET', '/things/query?subCategoryName=querysecret');
    const lines = sample.log.join('');
    expect(lines).not.toMatch(/secret/);
    expect(JSON.parse(sample.log[0] ?? '')).toMatchObject({
      method: 'POST',
      route: '/things/echo',
      status: 200,
      caller: 'key-1',
      firm: '42',
      requestId: expect.any(String),
      ms: expect.any(Number),
    });
    expect(sample.log[0]).not.toContain('callerGone');
  });

  it('does not report injected requests as abandoned', async () => {
    sample.log.length = 0;
    await sample.app.inject({ method: 'GET', url: '/things/nowhere' });
    const [line = ''] = await eventually(() =>
      sample.log[0] === undefined ? undefined : sample.log,
    );
    expect(line).not.toContain('callerGone');
  });

  it('logs a stream when its reader leaves; metrics have its beginning', async () => {
    const leave = new AbortController();
    const { signal } = leave;
    await sample.call('GET', '/things/stream', { signal });
    sample.log.length = 0;
    leave.abort();
    const [line = ''] = await eventually(() =>
      sample.log[0] === undefined ? undefined : sample.log,
    );
    expect(JSON.parse(line)).toMatchObject({ route: '/things/stream', callerGone: true });
    const metrics = await (await sample.call('GET', '/metrics')).text();
    expect(metrics).toMatch(/_count\{method="GET",route="\/things\/stream",status="200"\} \d/);
  });
});
