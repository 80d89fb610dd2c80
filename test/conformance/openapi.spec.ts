import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { ApiDocument } from '#libs/platform/http';
import { omit } from '#libs/platform/kernel';
import { ApiChecker } from '../support/api-checker.js';
import { ServiceUnderTest } from '../support/running-service.js';
import type { Description, MediaTypes, Operation, Schema } from './openapi.fixture.js';

let service: ServiceUnderTest;
let text: string;
let description: Description;
let checker: ApiChecker;
let operations: [route: string, operation: Operation][];
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  const answer = await fetch(`${service.service.url}/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  text = await answer.text();
  description = JSON.parse(text) as Description;
  checker = new ApiChecker(JSON.parse(text) as ApiDocument);
  operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => service.stop());

/** Content of an error list. */
const PROBLEMS = {
  'application/json': {
    schema: { $ref: '#/components/schemas/Problems' },
    example: [expect.objectContaining({ type: expect.any(String) })],
  },
};

/** The description and its page, which are not described. */
const DESCRIPTION = /^\/(?:docs|openapi\.json|favicon\.ico|$)/;

/** `GET /a/{b}` for every route of the running server, from its router. */
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

/** Removes parameter names, since routes may name the same segment differently. */
function anyNames(path: string): string {
  return path.replaceAll(/:\w+(?:\|:\w+)*|\{\w+\}/g, '{}');
}

/** Response to a dry run of an operation whose usual status is another. */
function isDryRun(response: object): boolean {
  return '$ref' in response && response.$ref === '#/components/responses/DryRun';
}

/** Whether a description has a code with its meaning before the list that has all of them. */
function saysCodesTwice(text: string): boolean {
  const [said = ''] = text.split('`');
  return [...text.matchAll(/`(\w+)` (\w+)/g)].some(([, code, meaning]) =>
    new RegExp(`\\b${code} (?:for )?${meaning}`, 'i').test(said),
  );
}

describe('API description › /openapi.json', () => {
  it('is valid OpenAPI 3 for a public validator [running.description]', async () => {
    expect(description.openapi).toMatch(/^3\./);
    const result = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('the validator rejects invalid documents', async () => {
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

  it('lists every route of the running service, and no other [running.description]', () => {
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

  it('a new permission needs a member and what it allows; a change of one needs nothing [permission.managing]', () => {
    const required = (route: string): readonly string[] | undefined => {
      const body = new Map(operations).get(route)?.requestBody?.content['application/json'];
      const name = body?.schema.$ref?.split('/').at(-1) ?? '';
      return description.components.schemas[name]?.required;
    };
    const permissions = '/restapi/accounts/{accountnumber}/permissions';
    expect(required(`POST ${permissions}`)).toEqual(['loginId', 'permission']);
    expect(required(`PUT ${permissions}/{loginid}`)).toBeUndefined();
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
      const own = Object.entries(responses).filter(([, response]) => !isDryRun(response));
      const statuses = own.map(([status]) => Number(status));
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
        const response = responses[status];
        if (response?.$ref === undefined) expect(response?.content).toEqual(PROBLEMS);
        else expect(response.$ref).toBe(`#/components/responses/Error${status}`);
      }
    }
    for (const [name, { content }] of Object.entries(description.components.responses)) {
      if (name.startsWith('Error')) expect(content).toEqual(PROBLEMS);
    }
    expect(description.components.schemas['Problem']).toMatchObject({
      required: ['type', 'message'],
      properties: { type: {}, field: {}, errorCode: {}, message: {} },
    });
  });

  it('an empty response has no content; what a dry run returns instead is described beside it [running.description request.dry-run]', () => {
    const dryRun = '#/components/schemas/DryRun';
    for (const [route, { responses }] of operations) {
      // an import has its usual answer, line by line
      if (route.startsWith('GET ') || route === 'POST /backoffice/import') continue;
      const { content, 'x-content': beside, $ref } = responses['200'] ?? {};
      const json = (content ?? beside)?.['application/json'];
      const told = $ref ?? JSON.stringify(json?.schema);
      expect({ route, told }).toEqual({ route, told: expect.stringContaining('DryRun') });
      const isInstead = json?.schema.$ref === dryRun && Object.keys(content ?? {}).length === 1;
      expect({ route, isInstead }).toEqual({ route, isInstead: false });
    }
    const update = new Map(operations).get('PUT /restapi/members/{loginid}')?.responses['200'];
    expect(update).not.toHaveProperty('content');
    const answers = new ApiChecker(JSON.parse(text) as ApiDocument);
    const exchanged = {
      method: 'POST',
      url: '/restapi/firms/1/billingplans',
      requestHeaders: {},
      requestBody: Buffer.alloc(0),
      status: 200,
      headers: { 'x-request-id': 'x', 'cache-control': 'x', 'x-content-type-options': 'nosniff' },
      body: Buffer.alloc(0),
    };
    const put = { ...exchanged, method: 'PUT', url: '/restapi/members/jane' };
    expect(answers.problemsOf(put)).toEqual([]);
    const get = { ...exchanged, method: 'GET', url: '/restapi/members/jane' };
    expect(answers.problemsOf(get)).toEqual([expect.stringContaining('the body is empty')]);
  });

  it('only lists in pages speak of `limit` [running.description]', () => {
    const isPaged = ({ parameters = [] }: Operation): boolean =>
      JSON.stringify(parameters).toLowerCase().includes('limit');
    const wrong = operations.filter(
      ([, operation]) => (operation.description ?? '').includes('`limit`') && !isPaged(operation),
    );
    expect(wrong.map(([route]) => route)).toEqual([]);
  });

  it('parameters have the form that the service asks for [running.description]', () => {
    const { parameters } = (JSON.parse(text) as ApiDocument).components;
    const wrong = (name: string, value: string): boolean =>
      checker.problemsWith(parameters[name]?.schema ?? {}, value, name).length > 0;
    const told = Object.fromEntries(
      (
        [
          ['AsOf', '2026-03-02', '2026-03-02T15:00:00Z', 'cDc', '|', 'yesterday', '12'],
          ['ConsistencyToken', 'cDc', '|', 'x', '', '7'],
          ['IfMatch', '*', '"3", W/"4"', '|', '3', ''],
          ['AssociatedMember', 'jane.doe', '', '|', 'a b'],
          ['PageCursor', 'czI', '|', '', '%'],
        ] as const
      ).map(([name, ...values]) => {
        const bar = values.indexOf('|');
        return [name, values.map((value, at) => at === bar || wrong(name, value) === at > bar)];
      }),
    );
    expect(Object.values(told).flat()).not.toContain(false);
  });

  it('a list in a query is one text with commas; a field is sent in one spelling; long headers are 431 [running.description]', () => {
    const lists = operations.flatMap(([route, { parameters = [] }]) =>
      parameters.flatMap(({ name, in: where, schema, style, explode }) =>
        where === 'query' && schema?.type === 'array' ? [{ route, name, style, explode }] : [],
      ),
    );
    expect(lists.length).toBeGreaterThan(3);
    for (const list of lists) expect(list).toMatchObject({ style: 'form', explode: false });
    const minor = description.components.schemas['MinorInput'] ?? {};
    const ssn = {
      firstName: 'A',
      lastName: 'B',
      dateOfBirth: '2015-01-01',
      citizenship: 'C',
      state: 'NY',
    };
    const problems = (body: object): string[] => checker.problemsWith(minor, body, 'a minor');
    expect(problems({ ...ssn, ssn: '100020001' })).toEqual([]);
    expect(problems({ ...ssn, SSN: '100020001' })).toEqual([]);
    expect(problems({ ...ssn, ssn: '100020001', SSN: '100020001' })).not.toEqual([]);
    for (const [route, { responses }] of operations) {
      expect({ route, refused: Object.keys(responses) }).toEqual({
        route,
        refused: expect.arrayContaining(['408', '431']),
      });
    }
  });

  it('every operation says how the caller proves who it is; only health, public keys, the contract of the events and the console’s page need nothing', () => {
    expect(Object.keys(description.components.securitySchemes).sort()).toEqual([
      'bearer',
      'signature',
    ]);
    const open = operations.flatMap(([route, { security }]) =>
      security?.length === 0 ? [route] : [],
    );
    for (const route of open) {
      expect(route).toMatch(
        / \/(?:health\/|console(?:$|\/)|asyncapi\.json|schemas\/|\.well-known\/)/,
      );
    }
  });

  it('every parameter of a path is described', () => {
    for (const [route, { parameters = [] }] of operations) {
      const named = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect({ route, described: described.sort() }).toEqual({ route, described: named.sort() });
    }
  });

  it('every group and every parameter of a path says what it is, by more than its name', () => {
    const groups = new Set(operations.flatMap(([, { tags = [] }]) => tags));
    expect(description.tags.map(({ name }) => name).sort()).toEqual([...groups].sort());
    for (const { name, description: about } of description.tags) {
      expect({ name, about }).toEqual({ name, about: expect.not.stringContaining('verything') });
    }
    const bare = operations.flatMap(([route, { parameters = [] }]) =>
      parameters
        .filter((one) => one.in === 'path' && one.description?.includes(' of the path'))
        .map(({ name }) => `${route} ${name}`),
    );
    expect(bare).toEqual([]);
  });

  it('no group is longer than a page [running.description]', () => {
    const sizes = new Map(description.tags.map(({ name }) => [name, 0]));
    for (const [, { tags = [] }] of operations) {
      for (const tag of tags) sizes.set(tag, (sizes.get(tag) ?? 0) + 1);
    }
    expect([...sizes].filter(([, size]) => size > 20)).toEqual([]);
  });

  it.each([
    ['GET /restapi/accounts', true],
    ['POST /restapi/accounts/{accountnumber}/folios', true],
    ['POST /sandbox/clock', true],
    ['PUT /backoffice/rtgs/{oid}', false],
    ['GET /operator/mails', false],
    ['GET /asyncapi.json', false],
  ])('Sandbox-Fault › %s takes it: %s [sandbox.faults]', (route, takesIt) => {
    const { parameters = [] } = new Map(operations).get(route) ?? {};
    const named = parameters.some(({ $ref }) => $ref === '#/components/parameters/SandboxFault');
    expect(named).toBe(takesIt);
  });

  it.each([
    ['429', true],
    ['503;times=2', true],
    ['503; times=9', true],
    ['timeout-after-commit', true],
    ['', false],
    ['500', false],
    ['503;times=10', false],
  ])('Sandbox-Fault › %j is a fault: %s [sandbox.faults]', (value, isFault) => {
    const pattern = description.components.parameters['SandboxFault']?.schema.pattern ?? '';
    expect(new RegExp(pattern, 'u').test(value)).toBe(isFault);
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
  const schemas = (): [place: string, schema: Schema][] =>
    Object.entries(description.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]): [string, Schema] => [
        `${name}.${field}`,
        // what it is beside null
        schema.anyOf?.length === 2 ? { ...schema.anyOf[0], ...schema } : schema,
      ]),
    );

  it('every field says what it is', () => {
    expect(schemas().length).toBeGreaterThan(500);
    const silent = schemas().filter(([, { description: text = '' }]) => !/^\S.{2,}/.test(text));
    expect(silent.map(([place]) => place)).toEqual([]);
  });

  it('no field says what a code means beside the list of its codes', () => {
    const twice = schemas().filter(([, { description: text = '' }]) => saysCodesTwice(text));
    expect(twice.map(([place]) => place)).toEqual([]);
    expect(saysCodesTwice('A active, D deleted. `A` Active, `D` Deleted')).toBe(true);
  });

  it('codes come in any letter case where the rules say so, and nowhere else', () => {
    const places = schemas().filter(([, schema]) => 'x-any-case' in schema);
    const fields = new Set(places.map(([place]) => place.split('.').at(-1)));
    expect([...fields].sort()).toEqual(['occupationType', 'suffix', 'title']);
  });

  it('no list of codes has null, which stands beside it', () => {
    const text = JSON.stringify(description.components.schemas);
    expect(text).not.toMatch(/"enum":\[[^\]]*null/);
    expect(text).not.toContain('"anyOf":[{},');
  });

  it('numbers stand for digits only where they have as many', () => {
    const { tid, dependentCount } =
      description.components.schemas['CreateMember']?.properties ?? {};
    expect(tid).toMatchObject({ minimum: 100_000_000, maximum: 999_999_999 });
    expect(dependentCount).toMatchObject({ minimum: 0, maximum: 99 });
  });

  it('numbers keep to the limits of their fields [request.numbers]', () => {
    const of = (shape: string, field: string): unknown =>
      description.components.schemas[shape]?.properties?.[field];
    expect(of('CreateCashTransaction', 'amount')).toMatchObject({
      exclusiveMinimum: 0,
      exclusiveMaximum: 1e15,
    });
    expect(of('BeneficiaryInput', 'sharePct')).toMatchObject({ minimum: 0.01, maximum: 100 });
    expect(of('SignatureInput', 'loginId')).toMatchObject({ minimum: 0 });
    const limitOf = { integer: 'minimum', number: 'aximum' };
    for (const [place, schema] of schemas()) {
      const { type = [] } = schema as { type?: string | readonly string[] };
      if (typeof type === 'string' || !type.includes('string')) continue;
      for (const [kind, limit] of Object.entries(limitOf)) {
        if (!type.includes(kind)) continue;
        const limited = Object.keys(schema).some((keyword) => keyword.endsWith(limit));
        expect([place, limited]).toEqual([place, true]);
      }
    }
  });

  it('codes that are whole numbers may be numbers wherever whole numbers may be sent, in lists too [request.numbers]', () => {
    interface Codes {
      readonly type?: string | readonly string[];
      readonly enum?: readonly unknown[];
      readonly items?: Codes;
    }
    const coded = (schemas() as [string, Codes][])
      .map(([place, schema]) => ({ place, schema: schema.items ?? schema }))
      .filter(({ schema: { enum: codes, type = [] } }) => codes && type.includes('integer'));
    const texts = coded.filter(({ schema }) => schema.enum?.some(Number.isInteger) !== true);
    expect(coded.map(({ place }) => place)).toContain(
      'CorporateActionQuestionInput.possibleChoiceAnswers',
    );
    expect(texts).toEqual([]);
  });

  it('every parameter and header says what it is', () => {
    const parameters = operations.flatMap(([route, { parameters = [] }]) =>
      parameters.map((one): [string, string] => [
        `${route} ${one.name ?? one.$ref ?? ''}`,
        one.$ref === undefined ? (one.description ?? '') : 'a reference',
      ]),
    );
    const headers = Object.entries(description.components.headers).map(
      ([name, { description: text }]): [string, string] => [name, text],
    );
    const silent = [...parameters, ...headers].filter(([, text]) => text.length < 4);
    expect(silent.map(([place]) => place)).toEqual([]);
  });

  it('objects are closed: no undescribed fields', () => {
    const open = Object.entries(description.components.schemas).filter(
      ([, { type, additionalProperties }]) => type === 'object' && additionalProperties !== false,
    );
    expect(open.map(([name]) => name)).toEqual([]);
  });

  it('every body has an example that is right', () => {
    const wrong = operations.flatMap(([route, operation]) => {
      const bodies: [string, MediaTypes | undefined][] = [
        ['request', operation.requestBody?.content],
        ...Object.entries(operation.responses).map(
          ([status, { content, 'x-content': beside }]): [string, MediaTypes | undefined] => [
            status,
            content ?? beside,
          ],
        ),
      ];
      return bodies.flatMap(([where, content]) =>
        Object.entries(content ?? {}).flatMap(([type, { schema, example }]) =>
          type === 'application/json'
            ? checker.problemsWith(schema, example, `${route} ${where}`)
            : [],
        ),
      );
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    [{}, true],
    [{ line1: null, country: 'US' }, true],
    [{ line1: null, country: '1' }, false],
    [{ line1: '350 Fifth Avenue' }, false],
  ])('an optional address that nobody filled in is none: %j', (address, fits) => {
    const { primaryAddress } = description.components.schemas['CreateTrustee']?.properties ?? {};
    const problems = checker.problemsWith(primaryAddress!, address, 'the address');
    expect(problems.length === 0).toBe(fits);
  });

  it('every query parameter has an example of its own that is right', () => {
    const parameters = operations.flatMap(([route, { parameters = [] }]) =>
      parameters.flatMap(({ in: where, name = '', schema = {}, example }) =>
        where === 'query' ? [{ what: `${route} ${name}`, schema, example }] : [],
      ),
    );
    expect(parameters.length).toBeGreaterThan(40);
    const wrong = parameters.flatMap(({ what, schema, example }) =>
      example === undefined || example === 'text'
        ? [`${what} has none`]
        : checker.problemsWith(schema, example, what),
    );
    expect(wrong).toEqual([]);
  });

  it('every 400 of a request with a body names its codes and what they mean [errors.words]', () => {
    for (const [route, { requestBody, responses }] of operations) {
      if (requestBody === undefined) continue;
      const codes = responses['400']?.['x-error-codes'];
      expect({ route, codes }).toEqual({
        route,
        codes: expect.objectContaining({ 'invalid.value': expect.any(String) }),
      });
    }
  });
});

describe('API description › checked in every conformance test', () => {
  const answered = {
    method: 'GET',
    url: '/restapi/rtgs',
    requestHeaders: {},
    requestBody: Buffer.alloc(0),
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': '1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: Buffer.from('[]'),
  };
  const rtg = { rtgOid: '1', name: 'n', description: null, targetWeights: [] };

  it.each([
    ['a described answer', {}, 0],
    ['a described item', { body: Buffer.from(JSON.stringify([rtg])) }, 0],
    ['another status', { status: 202 }, 1],
    ['another header', { headers: { ...answered.headers, 'x-other': '1' } }, 1],
    ['a missing header', { headers: { ...answered.headers, 'x-request-id': undefined } }, 1],
    ['another media type', { headers: { ...answered.headers, 'content-type': 'text/xml' } }, 1],
    ['no body', { body: Buffer.alloc(0) }, 1],
    ['a missing key', { body: Buffer.from(JSON.stringify([omit(rtg, 'name')])) }, 1],
    ['another key', { body: Buffer.from(JSON.stringify([{ ...rtg, more: 1 }])) }, 1],
    ['another type', { body: Buffer.from(JSON.stringify([{ ...rtg, rtgOid: 1 }])) }, 1],
    ['a query that is not described', { url: '/restapi/rtgs?x=1' }, 1],
    ['a path that does not exist', { url: '/restapi/no', status: 404 }, 0],
  ])('%s', (_, change, problems) => {
    expect(checker.problemsOf({ ...answered, ...change })).toHaveLength(problems);
  });

  it('an error code that is not described', () => {
    const body = Buffer.from(
      '[{"type":"VALIDATION_RULE","errorCode":"no.such.rule","message":"No."}]',
    );
    expect(checker.problemsOf({ ...answered, status: 400, body })).toEqual([
      'GET /restapi/rtgs 400: the error code no.such.rule is not described',
    ]);
  });
});
