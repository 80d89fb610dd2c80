import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stopGracefully } from './index.js';
import { problemsOf, startSample, type Sample } from '../test/sample-client.js';

let sample: Sample;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => stopGracefully(sample.app, { linger: 1 }));

/** What a raw text over TCP is answered with. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(sample.base).port), '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('statuses', () => {
  it.each([
    ['GET', '/nowhere'],
    ['POST', '/things/a/b/c'],
    ['GET', '/things/'],
    ['GET', `/things/${'a'.repeat(300)}`],
    ['GET', '/things/a%00b'],
    ['OPTIONS', '/nowhere'],
  ])('404 %s %s', async (method, path) => {
    expect(await problemsOf(await sample.call(method, path), 404)).toMatchObject([
      { type: 'NOT_FOUND' },
    ]);
  });

  it('400 for a path that cannot be decoded', async () => {
    expect(await problemsOf(await sample.call('GET', '/things/%ZZ'), 400)).toMatchObject([
      { type: 'SYNTAX' },
    ]);
  });

  it.each(['/things/%ZZ', `/things/${'a'.repeat(300)}`, '/nowhere'])(
    'nobody keeps or interprets the refusal of %s',
    async (path) => {
      const { headers } = await sample.call('GET', path);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).not.toBeNull();
    },
  );

  it('405 with Allow, before credentials are checked', async () => {
    const answer = await sample.call('DELETE', '/things', { headers: { authorization: '' } });
    const message = 'The resource does not support this method; it supports OPTIONS, POST.';
    expect(await problemsOf(answer, 405)).toMatchObject([{ type: 'METHOD_NOT_ALLOWED', message }]);
    expect(answer.headers.get('allow')).toBe('OPTIONS, POST');
    const options = await sample.call('OPTIONS', '/things/x');
    expect([options.status, options.headers.get('allow')]).toEqual([
      204,
      'DELETE, GET, HEAD, OPTIONS, PUT',
    ]);
  });

  it('406 for an Accept without JSON', async () => {
    const get = (accept: string): Promise<Response> =>
      sample.call('GET', '/things/x', { headers: { accept } });
    expect(await problemsOf(await get('text/html'), 406)).toMatchObject([
      { type: 'NOT_ACCEPTABLE' },
    ]);
    await problemsOf(await get('application/json;q=0, text/*'), 406);
    expect((await get('text/html, application/*;q=0.1')).status).toBe(200);
  });

  it('413 by Content-Length and by what arrives', async () => {
    const large = Buffer.alloc(1024 * 1024 + 1, 32);
    expect(await problemsOf(await sample.send('POST', '/things', large), 413)).toMatchObject([
      { type: 'PAYLOAD_TOO_LARGE' },
    ]);
    await problemsOf(await sample.send('POST', '/things', Buffer.alloc(10_000_000)), 413);
    await problemsOf(await sample.send('POST', '/things/echo', Buffer.alloc(13_000_000)), 413);
    const chunked = await raw(
      `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: ok\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n200000\r\n${' '.repeat(0x200000)}\r\n0\r\n\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1.1 413 [^]*PAYLOAD_TOO_LARGE/);
  });

  it.each([
    ['in chunks', 'Transfer-Encoding: chunked', '8000000\r\n'],
    ['of a length far over the limit', 'Content-Length: 134217728', ''],
  ])('413 reaches a caller who first sends everything, %s', async (_how, header, start) => {
    for (let times = 0; times < 10; times++) {
      const socket = connect(Number(new URL(sample.base).port), '127.0.0.1').pause();
      const failed = new Promise<string>((resolve) => {
        socket.on('error', ({ message }) => resolve(message));
      });
      const send = async (): Promise<string> => {
        const head = `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: ok\r\nContent-Type: application/json\r\n${header}`;
        socket.write(`${head}\r\n\r\n${start}`);
        const piece = Buffer.alloc(1 << 20, ' ');
        for (let sent = 0; sent < 48; sent++) {
          if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), failed]);
        }
        let answer = '';
        for await (const bytes of socket) answer += String(bytes);
        return answer;
      };
      const answer = await Promise.race([send().catch(String), failed]);
      socket.destroy();
      expect(answer).toMatch(/^HTTP\/1.1 413 [^]*PAYLOAD_TOO_LARGE/);
    }
  });

  it.each(['text/plain', 'application/xml', 'application/json; charset=latin1', 'x', ''])(
    '415 for %p',
    async (type) => {
      const answer = await sample.send('POST', '/things', '{"name":"a"}', { 'content-type': type });
      expect(await problemsOf(answer, 415)).toMatchObject([{ type: 'UNSUPPORTED_MEDIA_TYPE' }]);
      const taken = ['accept', 'accept-post'].map((name) => answer.headers.get(name));
      expect(taken).toEqual(['application/json', 'application/json']);
    },
  );

  it('accepts JSON with the charset UTF-8', async () => {
    const type = 'Application/JSON; charset="UTF-8"';
    const answer = await sample.send('POST', '/things', '{"name":"a"}', { 'content-type': type });
    expect(answer.status).toBe(201);
  });

  it('401 with a challenge, before the body is read as JSON', async () => {
    const answer = await sample.send('POST', '/things', '{', { authorization: 'wrong' });
    expect(await problemsOf(answer, 401)).toMatchObject([{ type: 'UNAUTHENTICATED' }]);
    expect(answer.headers.get('www-authenticate')).toBe(
      'FOLIOWS realm="brokerage-account-service", Bearer realm="brokerage-account-service"',
    );
    const open = await sample.call('GET', '/things/open', { headers: { authorization: '' } });
    expect(open.status).toBe(200);
  });

  it('403 for a guard that says no, and for an unknown member', async () => {
    await problemsOf(await sample.call('GET', '/things/guarded'), 403);
    const headers = { authorization: 'stranger' };
    expect(await problemsOf(await sample.call('GET', '/things/x', { headers }), 403)).toMatchObject(
      [{ type: 'FORBIDDEN' }],
    );
    expect((await sample.send('PUT', '/things/verify', '{}', headers)).status).toBe(200);
  });

  it('400 for an unknown associated member, unless the route reports it', async () => {
    const headers = { authorization: 'nobodys' };
    const problem = {
      type: 'VALIDATION_FIELD',
      field: 'X-Associated-Member-Id',
      errorCode: 'invalid.value',
    };
    const read = await sample.call('GET', '/things/x', { headers });
    const write = await sample.send('PUT', '/things/verify', '{', headers);
    for (const answer of [read, write]) {
      expect(await problemsOf(answer, 400)).toMatchObject([problem]);
    }
    expect((await sample.send('PUT', '/things/associated', '{}', headers)).status).toBe(200);
  });

  it('400 for a malformed If-Match, and for all else that is malformed beside a weak one', async () => {
    for (const tag of ['5', '5, W/"5"']) {
      const answer = await sample.send('PUT', '/things/x', '{}', { 'if-match': tag });
      expect(await problemsOf(answer, 400)).toMatchObject([{ field: 'If-Match' }]);
    }
    const weak = { 'if-match': 'W/"5"', 'idempotency-key': 'a b' };
    const answer = await sample.send('PUT', '/things/x', '{}', weak);
    expect(await problemsOf(answer, 400)).toMatchObject([{ field: 'Idempotency-Key' }]);
  });

  it('refusals keep their status and every problem', async () => {
    const all = await problemsOf(await sample.call('GET', '/things/refused/x'), 400);
    expect(all.map(({ errorCode }) => errorCode)).toEqual(['some.rule', 'other.rule']);
    await problemsOf(await sample.call('GET', '/things/refused/conflict'), 409);
  });

  it('500 with the request id and nothing else', async () => {
    const answer = await sample.send('POST', '/things', '{"name":"boom"}');
    const [problem] = await problemsOf(answer, 500);
    expect(problem).toEqual({
      type: 'INTERNAL',
      errorCode: 'internal.error',
      message: `Something went wrong here, in request ${answer.headers.get('x-request-id') ?? ''}.`,
    });
  });

  it('503 with Retry-After while a store is unavailable', async () => {
    const answer = await sample.call('GET', '/things/away');
    const [problem] = await problemsOf(answer, 503);
    expect(JSON.stringify(problem)).not.toContain('mongodb');
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('429 with Retry-After for a caller over its rate', async () => {
    const limited = await startSample({ rateLimit: { perSecond: 0.5, burst: 1 } });
    const first = await limited.call('GET', '/things/x');
    expect(first.status).toBe(200);
    const answer = await limited.call('GET', '/things/x');
    expect(await problemsOf(answer, 429)).toMatchObject([{ type: 'TOO_MANY_REQUESTS' }]);
    expect(answer.headers.get('retry-after')).toBe('2');
    for (const { headers } of [first, answer]) {
      expect(headers.get('ratelimit-policy')).toBe('"requests";q=1;w=2');
      expect(headers.get('ratelimit')).toBe('"requests";r=0;t=2');
    }
    const other = await limited.call('GET', '/things/x', { headers: { authorization: 'other' } });
    expect(other.status).toBe(200);
    await stopGracefully(limited.app, { linger: 1 });
  });

  it('503 with Retry-After if bodies exceed their memory', async () => {
    const small = await startSample({ bodyMemory: 2_000 });
    const send = (blanks: number): Promise<Response> =>
      small.send('POST', '/things', `{"name":"a"${' '.repeat(blanks)}}`);
    const answer = await send(3_000);
    expect(await problemsOf(answer, 503)).toMatchObject([{ type: 'UNAVAILABLE' }]);
    expect(answer.headers.get('retry-after')).toBe('1');
    // Few bytes, but much memory.
    const many = await small.send('POST', '/things', `{"people":[${Array(9).fill('{}').join()}]}`);
    await problemsOf(many, 503);
    // Completed requests hold no memory.
    for (let n = 0; n < 5; n++) expect((await send(1_000)).status).toBe(201);
    await stopGracefully(small.app, { linger: 1 });
  });

  it('invalid HTTP also gets an error list', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [^]*\[\{"type":"SYNTAX"/);
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 Request Header Fields Too Large\r\n[^]*SYNTAX/,
    );
  });

  it.each([
    ['400', 'GET / HTTP/1.1\r\nHost: x\r\nA: \u0004\r\n\r\n'],
    ['431', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['405', 'CONNECT a:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['417', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\nX-Request-Id: mine\r\n\r\n'],
  ])('%s outside the routes has the headers of every response', async (status, bytes) => {
    const head = (await raw(bytes)).toLowerCase();
    expect(head).toMatch(new RegExp(`^http/1.1 ${status} `));
    expect(head).toMatch(
      status === '417' ? /\r\nx-request-id: mine\r\n/ : /\r\nx-request-id: \S{36}\r\n/,
    );
    expect(head).toContain('\r\ncache-control: private, no-cache\r\n');
    expect(head).toContain('\r\nx-content-type-options: nosniff\r\n');
  });

  it.each([
    ['no Host', ''],
    ['more than one Host', 'Host: x\r\nhost: y\r\n'],
    ['more than one Host', `Host: x\r\n${'a:b\r\n'.repeat(2_100)}Host: x\r\n`],
    ['more than one Authorization', 'Host: x\r\nAuthorization: a\r\nauthorization: a\r\n'],
  ])('400 for a request with %s', async (what, headers) => {
    const answer = await raw(`GET /health/live HTTP/1.1\r\n${headers}\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 400 [^]*The request has ${what} header\\.`));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('accepts HTTP/1.0 without a Host', async () => {
    expect(await raw('GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('bodies', () => {
  const post = async (body: string | Buffer, path = '/things'): Promise<unknown> =>
    problemsOf(await sample.send('POST', path, body), 400);

  it.each([
    ['malformed', '{"name":'],
    ['trailing', '{"name":"a"} x'],
    ['duplicate keys', '{"name":"a","name":"a"}'],
    ['deep nesting', '['.repeat(100_000)],
    ['deep objects', '{"a":'.repeat(50) + '1' + '}'.repeat(50)],
    ['a list', '[]'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['nothing', ''],
    ['NaN', '{"share":NaN}'],
  ])('SYNTAX without field: %s', async (_name, body) => {
    expect(await post(body)).toMatchObject([{ type: 'SYNTAX', message: expect.any(String) }]);
  });

  it('SYNTAX for invalid UTF-8', async () => {
    expect(await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toMatchObject([
      { type: 'SYNTAX' },
    ]);
  });

  it('every problem at once, unknown keys at every depth', async () => {
    const body = JSON.stringify({
      Name: 'case',
      relationship: 'X',
      flag: 'maybe',
      share: '100.001',
      at: '2026-02-30T00:00:00Z',
      people: [
        { firstName: 'A', ssn: '123456789', address: { line1: 'x', zip: 1 } },
        { firstName: null, ssn: 'abc', age: 3, address: { line1: '12345678901' } },
        7,
      ],
    });
    expect(await post(body)).toMatchObject([
      { type: 'SYNTAX', field: 'Name' },
      { type: 'VALIDATION_FIELD', field: 'name', errorCode: 'cannot.be.null' },
      expect.objectContaining({ field: 'relationship', errorCode: 'invalid.choice' }),
      {
        ...{ type: 'VALIDATION_FIELD', field: 'flag', errorCode: 'invalid.value' },
        message: 'It must be true or false.',
      },
      expect.objectContaining({ field: 'share', errorCode: 'invalid.value' }),
      expect.objectContaining({ field: 'at', errorCode: 'invalid.date' }),
      { type: 'SYNTAX', field: 'zip', message: expect.stringContaining('people[0].address') },
      { type: 'SYNTAX', field: 'age', message: expect.stringContaining('people[1]') },
      {
        type: 'VALIDATION_FIELD',
        field: 'firstName',
        errorCode: 'cannot.be.null',
        message: expect.stringContaining('people[1]'),
      },
      {
        type: 'VALIDATION_FIELD',
        field: 'ssn',
        errorCode: 'allows.only.digits',
        message: expect.stringContaining('people[1]'),
      },
      expect.objectContaining({
        field: 'line1',
        errorCode: 'invalid.length',
        message: expect.stringContaining('people[1].address'),
      }),
      expect.objectContaining({
        field: 'people',
        errorCode: 'invalid.value',
        message: expect.stringContaining('people[2]'),
      }),
    ]);
  });

  it('prototype keys are unknown keys and pollute nothing', async () => {
    const body =
      '{"name":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    expect(await post(body)).toMatchObject([
      { type: 'SYNTAX', field: '__proto__' },
      { type: 'SYNTAX', field: 'constructor' },
    ]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each(['a\\u0000b', '\\ud800', 'x\\udc00y'])('refuses the text %s', async (text) => {
    expect(await post(`{"name":"${text}"}`)).toMatchObject([
      { type: 'VALIDATION_FIELD', field: 'name', errorCode: 'invalid.value' },
    ]);
  });

  it('rule problems are reported once all fields are valid', async () => {
    expect(await post('{"name":1,"share":13}', '/things/lenient')).toMatchObject([
      { type: 'VALIDATION_FIELD', field: 'name', errorCode: 'invalid.value' },
    ]);
    expect(await post('{"name":"x","share":13}', '/things/lenient')).toMatchObject([
      {
        type: 'VALIDATION_RULE',
        field: 'share',
        errorCode: 'unlucky.rule',
        message: 'It must not be 13.',
      },
    ]);
  });

  it('a route can report its own problem for malformed JSON', async () => {
    expect(await problemsOf(await sample.send('PUT', '/things/verify', '{'), 400)).toMatchObject([
      { type: 'VALIDATION_RULE', errorCode: 'banklink.null.restbanklink.internal.error' },
    ]);
  });

  it('a write without a body refuses keys', async () => {
    const send = (body: string): Promise<Response> =>
      sample.send('PUT', '/things/associated', body);
    expect((await send('{}')).status).toBe(200);
    expect(await problemsOf(await send('{"nope":1}'), 400)).toMatchObject([
      { type: 'SYNTAX', field: 'nope' },
    ]);
  });

  it('lists of objects name the item', async () => {
    const answer = await sample.send('PUT', '/things/list', '[{"ticker":7},{"ticker":null},1]');
    expect(await problemsOf(answer, 400)).toMatchObject([
      {
        type: 'VALIDATION_FIELD',
        field: 'ticker',
        errorCode: 'cannot.be.null',
        message: expect.stringContaining('[1]'),
      },
      { type: 'SYNTAX', message: '[2]: It must be an object.' },
    ]);
    await problemsOf(await sample.send('PUT', '/things/list', '{}'), 400);
  });

  it('reads a large Base64 text where large bodies are allowed', async () => {
    const data = 'QUJD'.repeat(2_500_000);
    const answer = await sample.send('POST', '/things/echo', JSON.stringify({ name: 'a', data }));
    expect(await answer.json()).toEqual({ name: 'a', data: 10_000_000 });
  });
});

describe('query parameters', () => {
  const get = (query: string): Promise<Response> => sample.call('GET', `/things/query?${query}`);

  it('names in any case, and aliases', async () => {
    expect(await (await get('SUBCATEGORY=x&OpenOnly=true')).json()).toEqual({
      subCategoryName: 'x',
      openOnly: true,
    });
  });

  it('refuses unknown, repeated and bad ones', async () => {
    expect(await problemsOf(await get('nope=1&openonly=7&openOnly=1'), 400)).toMatchObject([
      { type: 'SYNTAX', field: 'nope' },
      { type: 'SYNTAX', field: 'openOnly', message: 'It is given more than once.' },
      {
        ...{ type: 'VALIDATION_FIELD', field: 'openOnly', errorCode: 'invalid.value' },
        message: 'It must be true or false.',
      },
    ]);
    await problemsOf(await get('openOnly=true&openOnly=true'), 400);
    await problemsOf(await get('__proto__=1'), 400);
  });

  it.each([
    ['GET', '/things/context/1', undefined],
    ['POST', '/things/echo', '{"name":"x"}'],
    ['PUT', '/things/list', '[]'],
  ])('%s %s has none: refuses all of them', async (method, path, body) => {
    const answer = await sample.call(method, `${path}?nope=1&%20=2`, {
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
    expect(await problemsOf(answer, 400)).toMatchObject([
      { type: 'SYNTAX', field: 'nope' },
      { type: 'SYNTAX', field: ' ' },
    ]);
  });

  it.each(['GET', 'HEAD'])('of a %s are refused if the resource exists', async (method) => {
    const statusOf = async (path: string): Promise<number> =>
      (await sample.call(method, `${path}?nope=1`)).status;
    expect(await statusOf('/things/context/1')).toBe(400);
    expect(await statusOf('/things/refused/conflict')).toBe(409);
  });

  it('are ignored on public routes', async () => {
    expect((await sample.call('GET', '/things/open?v=1')).status).toBe(200);
    expect((await sample.call('GET', '/health/live?v=1')).status).toBe(200);
  });
});
