import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

let service: ServiceUnderTest;
let text: string;
let description: Description;
let operations: [route: string, operation: Operation][];
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  const answer = await fetch(`${service.service.url}/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  text = await answer.text();
  description = JSON.parse(text) as Description;
  operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => service.stop());

/** What describes itself: the description and its page. */
const DESCRIPTION = /^\/(?:docs|openapi\.json)/;

/** `GET /a/{b}` for every route of the running server, from its router's own listing. */
function routesOfTheServer(): string[] {
  const fastify = service.service.app.getHttpAdapter().getInstance();
  const stack: string[] = [];
  const routes = new Set<string>();
  for (const line of fastify.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods = ''] =
      /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (segment === '') continue;
    stack.length = indent.length / 4;
    stack.push(segment);
    const path = stack.join('');
    if (DESCRIPTION.test(path)) continue;
    for (const method of methods.split(', ')) {
      if (method !== '' && method !== 'HEAD') routes.add(`${method} ${anyNames(path)}`);
    }
  }
  return [...routes].sort();
}

/** Parameters without their names: one place in a path may have several, `/:firmid|:firmId`. */
function anyNames(path: string): string {
  return path.replaceAll(/:\w+(?:\|:\w+)*|\{\w+\}/g, '{}');
}

describe('API description › /openapi.json', () => {
  it('is valid OpenAPI 3 for a public validator [§11.description]', async () => {
    expect(description.openapi).toMatch(/^3\./);
    const result = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('the validator refuses what is not valid', async () => {
    const broken = { ...(JSON.parse(text) as Record<string, unknown>), paths: { x: 1 } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('has references that lead somewhere', () => {
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to));
    expect(references.size).toBeGreaterThan(20);
    for (const reference of references) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], description);
      expect({ reference, found }).toEqual({ reference, found: expect.any(Object) });
    }
  });

  it('lists every route of the running service, and no other [§11.description]', () => {
    const described = [...new Set(operations.map(([route]) => anyNames(route)))].sort();
    const served = routesOfTheServer();
    expect(served.length).toBeGreaterThan(50);
    expect(described).toEqual(served);
  });

  it.each([
    'POST /restapi/accounts/{}/customeragreement',
    'POST /restapi/accounts',
    'PUT /restapi/accounts/{}',
    'GET /restapi/firms/{}/billingplans/{}',
    'GET /restapi/members/{}',
    'GET /restapi/members/{}/ifas/{}',
    'GET /health/ready',
    'GET /metrics',
  ])('lists %s', (route) => {
    expect(operations.map(([described]) => anyNames(described))).toContain(route);
  });

  it('every operation has a summary, an id of its own and a group', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const [route, { summary, operationId, tags }] of operations) {
      expect({ route, summary, operationId, tags }).toEqual({
        route,
        summary: expect.stringMatching(/^[A-Z].{4,}[^.]$/),
        operationId: expect.stringMatching(/^\w+$/),
        tags: [expect.stringMatching(/^\w/)],
      });
    }
  });

  it('every operation has its answer and error answers in the form of the error list', () => {
    for (const [route, { responses }] of operations) {
      const statuses = Object.keys(responses).map(Number);
      expect({ route, good: statuses.filter((status) => status < 300).length }).toEqual({
        route,
        good: 1,
      });
      const errors = statuses.filter((status) => status >= 400);
      if (/ \/(?:restapi|backoffice)\//.test(route)) {
        const write = !route.startsWith('GET ');
        const least = [400, 401, 403, 404, 406, 429, 500, 503];
        expect({ route, errors }).toEqual({
          route,
          errors: expect.arrayContaining(write ? [...least, 409, 412, 413, 415, 422] : least),
        });
      }
      expect({ route, some: errors.length > 0 }).toEqual({ route, some: true });
      for (const status of errors) {
        expect(responses[status]).toEqual({ $ref: `#/components/responses/Error${status}` });
      }
    }
    for (const { content } of Object.values(description.components.responses)) {
      expect(content).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/Problems' } },
      });
    }
    expect(description.components.schemas['Problem']).toMatchObject({
      required: ['type'],
      properties: { type: {}, field: {}, errorCode: {}, message: {} },
    });
  });

  it('every operation says how the caller proves who it is; only health and the contract of the events need nothing', () => {
    expect(Object.keys(description.components.securitySchemes).sort()).toEqual([
      'bearer',
      'signature',
    ]);
    for (const [route, { security }] of operations) {
      const expected = / \/(?:health\/|asyncapi\.json|schemas\/)/.test(route)
        ? []
        : expect.arrayContaining([{ signature: [] }, { bearer: [] }]);
      expect({ route, security }).toEqual({ route, security: expected });
    }
  });

  it('every parameter of a path is described', () => {
    for (const [route, { parameters = [] }] of operations) {
      const named = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect({ route, described: described.sort() }).toEqual({ route, described: named.sort() });
    }
  });

  it('every JSON body of a request has a shape', () => {
    for (const [route, { requestBody }] of operations) {
      const json = requestBody?.content['application/json'];
      if (json === undefined) continue;
      expect({ route, json: JSON.stringify(json) }).toEqual({
        route,
        json: expect.stringContaining('"$ref":"#/components/schemas/'),
      });
    }
  });
});

describe('API description › answers', () => {
  const resolve = (schema: Schema | undefined): Schema | undefined => {
    const reference = schema?.$ref ?? schema?.allOf?.[0]?.$ref;
    const name = reference?.split('/').at(-1);
    return name === undefined ? schema : description.components.schemas[name];
  };

  /** Keys of an answer that its schema doesn't have, with their place. */
  function undescribed(json: unknown, sent: Schema | undefined, place: string): string[] {
    const schema = resolve(sent);
    if (Array.isArray(json)) {
      if (schema?.type !== 'array') return [`${place} is a list`];
      return json.flatMap((item) => undescribed(item, schema.items, `${place}[]`));
    }
    if (json === null || typeof json !== 'object') {
      const type = schema?.type === 'integer' ? 'number' : schema?.type;
      return json === null || type === typeof json ? [] : [`${place} is a ${typeof json}`];
    }
    if (schema?.properties === undefined) return [`${place} is an object`];
    return Object.entries(json).flatMap(([key, value]) => {
      const property = schema.properties?.[key];
      const at = `${place}.${key}`;
      return property === undefined ? [at] : undescribed(value, property, at);
    });
  }

  it('every key and type of an answer is described [§11.description]', async () => {
    const { firmId, rtgOid, offerOid, billingPlans } = service.credentials;
    const loginId = await service.member({
      directorOrTenPercentShareholderCompany: 'IBM',
      memberProfileItems: { maritalStatus: 'M' },
    });
    const account = await service.openAccount({ primaryAccountOwner: loginId });
    const restricted = await service.account({ primaryAccountOwner: loginId });
    const trustee = {
      loginId: `${loginId}t`,
      firstName: 'Tom',
      lastName: 'Trust',
      dateOfBirth: '1970-01-01',
      email1: 'tom@example.com',
    };
    expectStatus(await service.client.post('/restapi/trustees', trustee), 201);
    const firm = await service.client.post('/restapi/firms', {
      firmName: 'Doe Inc.',
      firmTaxId: '123456789',
      firmRep: await service.member(),
      primaryAddress: { line1: '1 Main St', city: 'Dover', state: 'DE', zipcode: '19901' },
    });
    const ifas = await service.client.get(`/restapi/members/${loginId}/ifas`);
    const [item] = ifas.body as { id: string }[];
    const paths: [path: string, template: string][] = [
      [`/restapi/members/${loginId}`, '/restapi/members/{loginid}'],
      [`/restapi/members/${loginId}/ifas`, '/restapi/members/{loginid}/ifas'],
      [`/restapi/members/${loginId}/ifas/${item?.id}`, '/restapi/members/{loginid}/ifas/{id}'],
      ['/restapi/trustees', '/restapi/trustees'],
      [`/restapi/trustees/${loginId}t`, '/restapi/trustees/{loginid}'],
      [`/restapi/firms/${firmId}`, '/restapi/firms/{firmid}'],
      [firm.location ?? '', '/restapi/firms/{firmid}'],
      [`/restapi/firms/${firmId}/billingplans`, '/restapi/firms/{firmId}/billingplans'],
      ...Object.values(billingPlans).map((oid): [string, string] => [
        `/restapi/firms/${firmId}/billingplans/${oid}`,
        '/restapi/firms/{firmId}/billingplans/{billingplanoid}',
      ]),
      ['/restapi/accounts', '/restapi/accounts'],
      [`/restapi/accounts/${account}`, '/restapi/accounts/{accountnumber}'],
      ...['customeragreement', 'permissions', 'folios'].map((list): [string, string] => [
        `/restapi/accounts/${account}/${list}`,
        `/restapi/accounts/{accountnumber}/${list}`,
      ]),
      [
        `/restapi/accounts/${restricted}/restrictions`,
        '/restapi/accounts/{accountnumber}/restrictions',
      ],
      [
        `/restapi/accounts/${account}/folios/${account}01`,
        '/restapi/accounts/{accountnumber}/folios/{folionumber}',
      ],
      ['/restapi/rtgs', '/restapi/rtgs'],
      [`/restapi/rtgs/${rtgOid}`, '/restapi/rtgs/{oid}'],
      ['/restapi/privateplacementoffers', '/restapi/privateplacementoffers'],
      [`/restapi/privateplacementoffers/${offerOid}`, '/restapi/privateplacementoffers/{oid}'],
    ];
    const missing: string[] = [];
    for (const [path, template] of paths) {
      const answer = await service.client.get(path);
      expectStatus(answer, 200);
      const described = description.paths[template]?.['get']?.responses['200'];
      const schema = described?.content?.['application/json']?.schema;
      missing.push(...undescribed(answer.body, schema, template));
    }
    expect([...new Set(missing)]).toEqual([]);
  });
});

describe('API description › /docs [§11.description]', () => {
  const load = (path: string): Promise<globalThis.Response> =>
    fetch(new URL(path, service.service.url));

  it('is HTML that everybody may see and that loads nothing from another host', async () => {
    const page = await load('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await page.text();
    expect(html).toMatch(/^<!doctype html>/i);
    const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source = '']) => source);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      expect(source).toMatch(/^\/docs\//);
      expect((await load(source)).status).toBe(200);
    }
    expect(html).not.toMatch(/(?:https?:)?\/\/[a-z]/i);
  });

  it('forbids the browser every other host', async () => {
    const policy = (await load('/docs')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
  });

  it('shows this description', async () => {
    const start = await (await load('/docs/start.js')).text();
    expect(start).toContain("url: '/openapi.json'");
    expect(start).toContain('validatorUrl: null');
  });
});
