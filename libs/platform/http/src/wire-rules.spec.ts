import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import {
  conflict,
  fieldProblem,
  forbidden,
  notFound,
  preconditionFailed,
  type Refusal,
  refuse,
  ruleProblem,
  throwIfRefused,
} from '#libs/platform/kernel';
import { answeredAs, admit, isContentType } from './admission.js';
import { Response, resourcePath } from './response.js';
import {
  ConsistencyTracker,
  decodeConsistencyToken,
  encodeConsistencyToken,
} from './consistency.js';
import { toProblems } from './error-mapper.js';
import { alreadyKnown, contentTag, entityTag, expectedRevision } from './etag.js';
import {
  decisionOf,
  idempotencyKey,
  keyIdOf,
  requestFingerprint,
  RunningKeys,
} from './idempotency.js';
import { ProblemsException } from './problems.js';
import { RateLimiter } from './rate-limit.js';
import { routeRules } from './route-rules.js';
import { RouteTable } from './hooks.js';

function statusOf(run: () => unknown): number | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return toProblems(error, 'id').status;
  }
}

describe('consistency tokens', () => {
  it('decode to their positions, and nothing else decodes', () => {
    const largest = (1n << 63n) - 1n;
    const positions = fc.bigInt(0n, largest);
    fc.assert(
      fc.property(positions, positions, (one, other) => {
        const [own, covered] = one < other ? [one, other] : [other, one];
        expect(decodeConsistencyToken(encodeConsistencyToken(own))).toEqual({ own, covered: own });
        const token = encodeConsistencyToken(own, covered);
        expect(decodeConsistencyToken(token)).toEqual({ own, covered });
      }),
    );
    const alike = fc
      .tuple(positions, fc.nat(), fc.base64String({ minLength: 4, maxLength: 4 }))
      .map(([position, at, [other = '']]) => {
        const token = encodeConsistencyToken(position, at % 2 ? position : largest);
        return token.slice(0, at % token.length) + other + token.slice((at % token.length) + 1);
      });
    let read = 0;
    fc.assert(
      fc.property(fc.oneof(fc.string(), alike), (text) => {
        const token = decodeConsistencyToken(text);
        if (token === undefined) return;
        expect(encodeConsistencyToken(token.own, token.covered)).toBe(text);
        read += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(read).toBeGreaterThan(0);
    const tooLarge = encodeConsistencyToken(1n << 63n);
    const reversed = encodeConsistencyToken(2n, 1n);
    expect(['', 'x', '12', tooLarge, reversed, 'cA=='].map(decodeConsistencyToken)).toEqual(
      Array(6).fill(undefined),
    );
  });

  it('the tracker keeps the newest position, from the one it started with', () => {
    const tracker = new ConsistencyTracker(4n);
    tracker.note(3n);
    expect(tracker.newest).toBe(4n);
    tracker.note(5n);
    expect(tracker.newest).toBe(5n);
  });
});

describe('entity tags', () => {
  it('If-Match accepts strong tags of this service', () => {
    const demanded = (tag?: string) => expectedRevision({ ...(tag && { 'if-match': tag }) });
    expect([undefined, '*', '"0"', ' "12" ', 'W/"1", "2","3"'].map(demanded)).toEqual([
      undefined,
      'any',
      [0],
      [12],
      [2, 3],
    ]);
    // In any representation.
    expect(demanded(`${entityTag(4, 'whole')}, ${entityTag(5, 'erased')}`)).toEqual([4, 5]);
    const status = (tag: string) => [tag, statusOf(() => expectedRevision({ 'if-match': tag }))];
    // No revision can be one of them: the decision finds that.
    for (const tag of [
      ...['"*"', '"1-other"', 'W/"1"', '"01"', '"a"', '"a","b"', '"a,b"', '""'],
      `"${'9'.repeat(20)}"`,
    ]) {
      expect([tag, demanded(tag)]).toEqual([tag, []]);
    }
    for (const tag of ['1', 'a', '', '"1', '1"', '"1",2', '"1" "2"', 'w/"1"', '*, "1"', '"a b"']) {
      expect(status(tag)).toEqual([tag, 400]);
    }
  });

  it('If-None-Match of a write accepts * only', () => {
    expect(expectedRevision({ 'if-none-match': ' * ' })).toBe('none');
    for (const tag of ['"1"', 'W/"1"'])
      expect(expectedRevision({ 'if-none-match': tag })).toEqual([]);
    for (const tag of ['*, "1"', '1', '']) {
      expect([tag, statusOf(() => expectedRevision({ 'if-none-match': tag }))]).toEqual([tag, 400]);
    }
    expect(expectedRevision({ 'if-match': '*', 'if-none-match': '*' })).toEqual([]);
  });

  it('If-None-Match of a read compares weakly, also in lists', () => {
    expect(alreadyKnown('W/"1", "7"', entityTag(7))).toBe(true);
    expect(alreadyKnown('*', entityTag(7))).toBe(true);
    expect(alreadyKnown('"70"', entityTag(7))).toBe(false);
    expect(alreadyKnown(undefined, entityTag(7))).toBe(false);
    expect(entityTag(7)).toBe('"7"');
  });

  it('of a text depends on every character', () => {
    const text = 'x'.repeat(100);
    expect(contentTag(text)).toMatch(/^"[\w-]{43}"$/);
    expect(contentTag(`${text}y`)).not.toBe(contentTag(`${text}z`));
  });
});

describe('refusals and errors', () => {
  it.each<[Refusal, number]>([
    [refuse(), 400],
    [forbidden(), 403],
    [notFound(), 404],
    [conflict('x'), 409],
    [preconditionFailed(), 412],
  ])('%p is %p', (refusal, status) => {
    expect(statusOf(() => throwIfRefused(refusal))).toBe(status);
    expect(toProblems(refusal, '').status).toBe(status);
  });

  it('lets results through', () => {
    expect(throwIfRefused(5)).toBe(5);
  });

  it('maps errors of frameworks without their messages', () => {
    expect(toProblems(new NotFoundException('Cannot GET /secret'), '')).toMatchObject({
      status: 404,
      problems: [{ type: 'NOT_FOUND', message: 'The resource does not exist.' }],
    });
    expect(toProblems(new ServiceUnavailableException(), '').status).toBe(503);
    expect(toProblems(Object.assign(new Error('x'), { statusCode: 418 }), '')).toMatchObject({
      status: 418,
      problems: [{ type: 'SYNTAX' }],
    });
  });

  it.each([
    ['StoreUnavailableError', 503, 'UNAVAILABLE'],
    ['BehindLogError', 503, 'UNAVAILABLE'],
    ['IssuerUnavailableError', 503, 'UNAVAILABLE'],
    ['SubjectErasedError', 410, 'GONE'],
    ['InvalidCursorError', 400, 'VALIDATION_FIELD'],
  ])('knows a %s by its name', (name, status, type) => {
    const error = Object.assign(new Error('secret'), { name });
    const answer = toProblems(error, '');
    expect(answer).toMatchObject({ status, problems: [{ type }] });
    expect(JSON.stringify(answer.problems)).not.toContain('secret');
  });

  it.each([
    new Error('secret'),
    Object.assign(new Error('secret'), { statusCode: 502 }),
    Object.assign(new Error('secret'), { statusCode: 302 }),
    'secret',
    undefined,
    null,
    { statusCode: 200 },
    { secret: 1 },
  ])('everything else is a 500 that tells nothing: %p', (error) => {
    const answer = toProblems(error, 'r-1');
    expect([answer.status, JSON.stringify(answer.problems)]).toEqual([
      500,
      '[{"type":"INTERNAL","errorCode":"internal.error","message":"Something went wrong here, in request r-1."}]',
    ]);
  });
});

describe('admission', () => {
  it.each([
    [undefined, true],
    ['*/*', true],
    ['application/json', true],
    ['APPLICATION/JSON; charset=utf-8', true],
    ['text/html, */*;q=0.8', true],
    ['application/*', true],
    ['text/html', false],
    ['application/json;q=0', false],
    ['application/json;q=0.0, text/*', false],
    ['application/jsonp', false],
    ['application/json;q=0, */*', false],
    ['*/*, application/json;q=0', false],
    ['application/*;q=0, application/json;q=0.1', true],
    ['application/json;q=0.1, application/json;q=0', true],
  ])('Accept %p: %p', (accept, accepted) => {
    const type = accepted ? 'application/json' : undefined;
    expect(answeredAs(accept, routeRules('/x', {}), 'GET')).toBe(type);
  });

  it.each([
    [undefined, false],
    ['*/*', false],
    ['text/*', false],
    ['text/event-stream', true],
    ['TEXT/Event-Stream; charset=utf-8', true],
    ['text/event-stream, */*;q=0.1', true],
    ['application/json, text/event-stream', true],
    ['application/json;q=0.5, text/event-stream;q=0.5', true],
    ['text/*, application/json;q=0.1', false],
    ['application/json, text/event-stream;q=0.5', false],
    ['text/event-stream;q=0.1, application/json;q=0.05', true],
    ['text/event-stream;q=0, application/json', false],
    ['text/event-stream;q=0', false],
  ])('Accept %p asks for a stream: %p', (accept, wanted) => {
    const route = routeRules('/x', { eventStream: true });
    expect(answeredAs(accept, route, 'GET') === 'text/event-stream').toBe(wanted);
  });

  it.each([
    ['text/*', 'text/csv'],
    ['text/*;q=0.5, application/json', 'application/json'],
    ['text/*, application/json;q=0.5', 'text/csv'],
    ['text/*, text/csv;q=0', undefined],
    ['text/*, */*', 'application/json'],
    ['text/*, */*;q=0.1', 'text/csv'],
    ['text/event-stream, text/*', 'text/event-stream'],
    ['text/html, text/event-stream;q=0.1, text/csv;q=0.2', 'text/csv'],
    ['application/*, text/csv', 'text/csv'],
    ['image/*', undefined],
    [' ', 'application/json'],
  ])('Accept %p has a list answered as %p', (accept, type) => {
    const route = routeRules('/x', { eventStream: true, items: Object });
    expect(answeredAs(accept, route, 'GET')).toBe(type);
    const csv = type === 'text/csv';
    expect(answeredAs(accept, route, 'POST') === type).toBe(!csv);
  });

  it.each([
    ['application/json', true],
    ['application/json;charset=utf-8', true],
    ['application/json; charset="UTF-8"; x=y', true],
    ['application/json; charset=utf-16', false],
    ['application/json; charset=utf-8859', false],
    ['application/json-patch+json', false],
    ['text/json', false],
    [undefined, false],
  ])('Content-Type %p: %p', (type, accepted) => {
    expect(isContentType(type, 'application/json')).toBe(accepted);
  });

  it('checks 406, 413, 415 in this order', () => {
    const route = routeRules('/x', {});
    const status = (headers: Record<string, string>): number | undefined =>
      statusOf(() => admit('POST', '/x', { 'content-length': '9', ...headers }, route));
    const large = { 'content-length': '1048577' };
    expect(status({ accept: 'text/html', ...large })).toBe(406);
    expect(status(large)).toBe(413);
    expect(status({ 'content-type': 'text/plain' })).toBe(415);
    expect(status({ 'content-type': 'application/json' })).toBeUndefined();
    expect(status({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).toBe(415);
    expect(status({ 'content-length': '0' })).toBeUndefined();
    for (const method of ['GET', 'HEAD']) {
      expect(statusOf(() => admit(method, '/x', large, route))).toBeUndefined();
    }
    const unsaid = { 'transfer-encoding': 'chunked', 'content-length': '0' };
    expect(status({ ...unsaid, 'content-type': 'text/plain' })).toBe(415);
    const plain = { 'content-type': 'application/json', 'content-encoding': 'Identity' };
    expect(status(plain)).toBeUndefined();
    const lines = routeRules('/x', { streams: true });
    const compressed = { 'content-length': '9', 'content-type': lines.consumes };
    const take = (encoding: string): number | undefined =>
      statusOf(() => admit('POST', '/x', { ...compressed, 'content-encoding': encoding }, lines));
    expect(['gzip', 'GZIP', 'br'].map(take)).toEqual([undefined, undefined, 415]);
  });

  it.each([
    ['/x/a%00b', 404],
    ['/x/a%00b?c=d', 404],
    ['/x?c=a%00b', undefined],
  ])('looks for nothing under a NUL: %s', (url, status) => {
    expect(statusOf(() => admit('GET', url, {}, routeRules('/x', {})))).toBe(status);
  });

  it('closes the connection if a body is too large to drain', () => {
    const mebibytes = 1024 * 1024;
    for (const [length, headers] of [
      [64 * mebibytes, {}],
      [64 * mebibytes + 1, { connection: 'close' }],
    ] as const) {
      const sent = { 'content-length': String(length) };
      expect(() => admit('POST', '/x', sent, routeRules('/x', {}))).toThrow(
        expect.objectContaining({ status: 413, headers }),
      );
    }
  });
});

describe('route table', () => {
  it('knows which methods a path has', () => {
    const table = new RouteTable();
    table.add('/a/:id', 'GET');
    table.add('/a/:id', ['HEAD', 'PUT']);
    table.add('/a/:key/b', 'POST');
    expect(table.methodsAt('/a/1?x=/a/1/b')).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT']);
    expect(table.methodsAt('/a/1/b')).toEqual(['OPTIONS', 'POST']);
    for (const path of ['/a', '/a/', '/a/1/', '*', '', '/a/%ZZ']) {
      expect([path, table.methodsAt(path)]).toEqual([path, undefined]);
    }
  });
});

describe('idempotency', () => {
  it('the id of a key depends on the key and on whose credentials they are', () => {
    const signed = { id: 'key-1', firmId: '1', login: 'acme.api' };
    const token = { id: 'a' };
    const ids = [
      keyIdOf(signed, 'k'),
      keyIdOf({ ...signed, login: 'other.api' }, 'k'),
      keyIdOf({ ...signed, firmId: '2' }, 'k'),
      keyIdOf(signed, 'l'),
      keyIdOf(token, 'k'),
      keyIdOf({ ...token, firmId: '1' }, 'k'),
      keyIdOf({ ...token, firmId: '2' }, 'k'),
      keyIdOf({ ...token, id: 'acme.api', firmId: '1' }, 'k'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(keyIdOf({ ...signed, id: 'a subject' }, 'k')).toBe(ids[0]);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  });

  it('the fingerprint depends on method, target, persons and body', () => {
    const print = (
      method: string,
      url: string,
      body: string,
      member?: string,
      associatedMember?: string,
    ): string => requestFingerprint(method, url, { member, associatedMember }, Buffer.from(body));
    const prints = [
      print('POST', '/a', 'x'),
      print('PUT', '/a', 'x'),
      print('POST', '/b', 'x'),
      print('POST', '/a', 'y'),
      print('POST', '/a', 'x', 'jane'),
      print('POST', '/a', 'x', undefined, 'jane'),
      print('POST', '/a', 'x', 'jane', 'jane'),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(print('POST', '/a', 'x')).toBe(prints[0]);
  });

  it('a key has 1 to 255 visible characters and is sent once', () => {
    const most = 'a'.repeat(255);
    expect([undefined, '!~', most].map(idempotencyKey)).toEqual([undefined, '!~', most]);
    for (const header of ['', ' ', 'a b', 'é', '\x7f', `${most}a`, ['a', 'b'], ['a']]) {
      expect([header, statusOf(() => idempotencyKey(header))]).toEqual([header, 400]);
    }
  });

  it('a key is in use once at a time: 409 for the same request, 422 for another', () => {
    const running = new RunningKeys();
    const leave = running.enter('a', 'print');
    expect(() => running.enter('a', 'print')).toThrow(
      expect.objectContaining({ status: 409, headers: { 'retry-after': '1' } }),
    );
    expect(statusOf(() => running.enter('a', 'other'))).toBe(422);
    leave();
    expect(statusOf(() => running.enter('a', 'other'))).toBeUndefined();
  });

  it('a decision is a success, or a refusal by a rule', () => {
    const written = { revision: 2, position: 7n };
    const rule = ruleProblem('some.rule', 'Not so.');
    expect(decisionOf(Response.created('/things/1', written))).toEqual({
      ...{ status: 201, path: '/things/1', revision: 2, position: 7n },
    });
    expect(decisionOf(Response.failed([rule], written))).toEqual({
      ...{ status: 400, body: JSON.stringify([rule]), revision: 2, position: 7n },
    });
    expect(decisionOf(new ProblemsException(400, rule))).toEqual({
      ...{ status: 400, body: JSON.stringify([rule]) },
    });
    expect(decisionOf(new ProblemsException(400, { type: 'UNSUPPORTED' }))).toBeDefined();
    const before = [
      new ProblemsException(400, 'malformed'),
      new ProblemsException(400, [fieldProblem('a', 'invalid.value'), rule]),
      ...[401, 403, 404, 409, 410, 412, 413, 415, 422, 429, 500, 503].map(
        (status) => new ProblemsException(status, 'not now'),
      ),
    ];
    expect(before.map(decisionOf).filter((kept) => kept !== undefined)).toEqual([]);
  });

  it('an answer that was kept is sent as it was, and says so', () => {
    const first = Response.updated({ revision: 2, position: 7n }, { path: '/a', body: { b: [1] } });
    const again = Response.again(first.withSecretOf('client:x').kept ?? { status: 0 });
    expect(again).toMatchObject({ status: 200, body: { b: [1] }, parts: { path: '/a' } });
    expect(again.headers).toEqual({ ...first.headers, 'idempotent-replayed': 'true' });
  });
});

describe('rate limit', () => {
  it('gives each caller its share, and says when to retry', () => {
    const limiter = new RateLimiter({ perSecond: 2, burst: 3 });
    const take = (caller: string, at: number): number | undefined =>
      statusOf(() => limiter.take(caller, at));
    expect([0, 0, 0, 0].map((at) => take('a', at))).toEqual([undefined, undefined, undefined, 429]);
    expect(take('b', 0)).toBeUndefined();
    expect(take('a', 499)).toBe(429);
    expect(take('a', 501)).toBeUndefined();
    // Idling for however long allows one burst.
    expect([0, 0, 0, 0].map(() => take('a', 90_000))).toEqual([
      undefined,
      undefined,
      undefined,
      429,
    ]);
    // A clock that goes back removes no tokens.
    expect([90_000, 0].map((at) => take('c', at))).toEqual([undefined, undefined]);
    const slow = new RateLimiter({ perSecond: 0.1 });
    slow.take('a', 0);
    expect(() => slow.take('a', 1000)).toThrow(
      expect.objectContaining({
        headers: {
          'retry-after': '9',
          'ratelimit-policy': '"requests";q=1;w=10',
          ratelimit: '"requests";r=0;t=9',
        },
        problems: [
          expect.objectContaining({
            message: 'Too many requests: 1 at once, then 0.1 per second.',
          }),
        ],
      }),
    );
  });
});

describe('resource paths', () => {
  it('encodes their values', () => {
    expect(resourcePath`/m/${'a/b ?é'}/x/${'..'}`).toBe('/m/a%2Fb%20%3F%C3%A9/x/..');
  });
});
