import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeConsistencyToken } from '#libs/platform/http';
import { unknownKey } from '../support/problems.js';
import type { RawResponse } from '../support/raw-request.js';
import { ServiceUnderTest } from '../support/running-service.js';
import { expectErrorList, Wire } from '../support/wire.js';

let service: ServiceUnderTest;
let accountNumber: string;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  accountNumber = await service.openAccount();
});
afterAll(() => service.stop());

const wireOf = (role: 'client' | 'backoffice' | 'operator' = 'client'): Wire =>
  new Wire(service, service.credentials.tokens[role]);

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: object }>>>
  >;
}

describe('every route', () => {
  /** One in this many is sent a parameter, in turn. */
  const SHARE = 4;
  const HOSTILE = [
    '%00',
    'x%00y',
    '%2f',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '..',
    '.',
    '%5c',
    '%ff',
    '%e2%82',
    '%',
    '%zz',
    '__proto__',
    'toString',
    '%20',
    '%0d%0aX:1',
    '%f0%9f%98%80',
    'x'.repeat(200),
    'x'.repeat(300),
    'x'.repeat(8_000),
    '*',
    '$where',
    ';',
    ',',
    '-1',
    '0',
    'NaN',
    'null',
    'RZ99999999',
    'RZ9999999903',
  ];
  let routes: { method: string; template: string; takesBody: boolean }[];
  beforeAll(async () => {
    const { body } = await wireOf().get('/openapi.json');
    routes = Object.entries((body as Description).paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        template,
        takesBody: requestBody !== undefined,
      })),
    );
    routes = routes.filter(({ template }) => /^\/(restapi|backoffice)\//.test(template));
    expect(routes.length).toBeGreaterThan(40);
  });
  /** No route takes it: some would make a resource of an empty one. */
  const UNKNOWN_FIELD = '{"_":0}';
  const wiresOf = (template: string): Wire[] =>
    template.startsWith('/restapi') ? [wireOf()] : [wireOf('backoffice'), wireOf('operator')];
  const ordinary = (template: string): string =>
    template.replace(/\{accountnumber\}/gi, accountNumber).replace(/\{[^}]+\}/g, '1');

  it('401 without credentials, whatever is sent, and nothing is stored [errors.401 request.prefix]', async () => {
    const before = await service.requestHead();
    for (const { method, template } of routes) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{';
      const answer = await new Wire(service, 'x').send(method, ordinary(template), body, {
        ...(template.endsWith('import') && { 'content-type': 'application/x-ndjson' }),
      });
      expect([method, template, answer.status]).toEqual([method, template, 401]);
      expectErrorList(answer, 401);
    }
    expect(await service.requestHead()).toBe(before);
  });

  it('an unknown query parameter is refused, but no sooner than who may not or asks for what does not exist [request.query errors.404]', async () => {
    const before = await service.requestHead();
    for (const { method, template, takesBody } of routes) {
      const path = template.replaceAll(/\{[^}]+\}/g, '1');
      for (const wire of wiresOf(template)) {
        const send = (query: string): Promise<RawResponse> =>
          wire.send(method, `${path}${query}`, takesBody ? UNKNOWN_FIELD : undefined, {
            ...(template.endsWith('import') && { 'content-type': 'application/x-ndjson' }),
          });
        const [plain, asked] = [await send(''), await send('?nope=1')];
        const isRefused = plain.status === 403 || plain.status === 404;
        const told = isRefused ? [plain.status] : [400];
        // it must refuse the parameter before it acts
        if (isRefused && !takesBody && method !== 'GET') told.push(400);
        expect([method, template, told.includes(asked.status)]).toEqual([method, template, true]);
        if (asked.status !== 400) continue;
        expect(asked.body).toContainEqual(expect.objectContaining(unknownKey('nope')));
      }
    }
    expect(await service.requestHead()).toBe(before);
  });

  it('odd paths: the error list, never a 5xx, nothing stored [errors.404]', async () => {
    const before = await service.requestHead();
    let turn = 0;
    for (const { method, template } of routes) {
      const parameters = template.match(/\{[^}]+\}/g) ?? [];
      for (const parameter of parameters) {
        turn += 1;
        for (const value of HOSTILE.filter((_, n) => (n + turn) % SHARE === 0)) {
          const path = ordinary(template.replace(parameter, () => value));
          const body = method === 'GET' || method === 'DELETE' ? undefined : UNKNOWN_FIELD;
          for (const wire of wiresOf(template)) {
            const answer = await wire.send(method, path, body);
            const seen = [method, path.slice(0, 300), answer.status];
            // a path that leads to another resource gets that resource's response
            if (answer.status < 300 && /\.|\*|;|,/.test(value) && method === 'GET') continue;
            expect(seen).toEqual([...seen.slice(0, 2), expect.any(Number)]);
            if (answer.status >= 500 || answer.status < 300) throw new Error(seen.join(' '));
            if (method !== 'HEAD') expectErrorList(answer, answer.status);
          }
        }
      }
    }
    expect(await service.requestHead()).toBe(before);
  });

  it('odd ids, now and with asOf: the same 404, never a 5xx [errors.404 request.as-of]', async () => {
    const odd = [
      ...['%01', 'a%1fb', '%7f', '%c2%85', '%ed%a0%80', '%ee%80%80', '%ef%bf%be', '%f3%b0%80%80'],
      ...['%2f', 'a%2fb', '%2e%2e', '__proto__', 'constructor', '%e2%80%ae', '%24all'],
      ...['x'.repeat(250), 'x'.repeat(5_000), encodeURIComponent('ü'.repeat(80))],
    ];
    const moments = ['2026-01-05', encodeConsistencyToken(await service.head())];
    for (const { method, template } of routes.filter((one) => one.method === 'GET')) {
      for (const parameter of template.match(/\{[^}]+\}/g) ?? []) {
        for (const value of odd) {
          const path = ordinary(template.replace(parameter, () => value));
          for (const role of ['client', 'auditor'] as const) {
            const wire = new Wire(service, service.credentials.tokens[role]);
            const { status } = await wire.send(method, path, undefined);
            expect([method, path.slice(0, 300), status < 500]).toEqual([
              method,
              path.slice(0, 300),
              true,
            ]);
            if (status < 400) continue;
            for (const moment of moments) {
              const then = await wire.send(method, `${path}?asOf=${moment}`, undefined);
              // a resource without past states says so once the caller may ask for it
              const told = then.status === 400 ? 400 : status;
              const seen = [path.slice(0, 300), role, moment];
              expect([...seen, then.status]).toEqual([...seen, told]);
            }
          }
        }
      }
    }
  });

  it.each([
    ['/restapi/accounts/', 404],
    ['/restapi/accounts//folios', 404],
    ['//restapi/accounts', 404],
    ['/RESTAPI/accounts', 404],
    ['/restapi/Accounts', 404],
    ['/restapi/accounts/../members/x', 404],
    ['/restapi/accounts%2f..%2fmembers', 404],
    ['/restapi/%61ccounts', 200],
    ['/restapi/accounts;x=1', 404],
    ['/restapi', 404],
    ['/', 200],
    ['/favicon.ico', 200],
    ['/.env', 404],
    [`/${'x'.repeat(10_000)}`, 404],
    ['/restapi/accounts/%', 400],
    ['/%c0%ae%c0%ae/', 400],
  ])('%s: %i [errors.404]', async (path, status) => {
    const answer = await wireOf().get(path);
    expect(answer.status).toBe(status);
    if (status !== 200) expectErrorList(answer, status);
  });

  it('wrong content types and methods on every route [errors.405 errors.415]', async () => {
    const before = await service.requestHead();
    for (const { method, template } of routes) {
      const path = ordinary(template);
      const [wire] = wiresOf(template);
      const patch = await wire?.send('PATCH', path, '{}');
      expect([template, patch?.status, patch?.headers.allow]).toEqual([
        template,
        405,
        expect.stringContaining(method),
      ]);
      if (method !== 'POST' && method !== 'PUT') continue;
      const answer = await wire?.send(method, path, '{}', { 'content-type': 'text/plain' });
      expect([template, answer?.status]).toEqual([template, 415]);
      const { accept, 'accept-post': posted } = answer?.headers ?? {};
      expect([template, posted]).toEqual([template, method === 'POST' ? accept : undefined]);
      expect([template, accept]).toEqual([template, expect.stringContaining('/')]);
    }
    expect(await service.requestHead()).toBe(before);
  });
});
