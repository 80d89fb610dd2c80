import { request as httpRequest, Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../../../../test/support/condition.js';
import { type RawResponse, rawRequest } from '../../../../test/support/raw-request.js';
import { describeApi, stopGracefully } from './index.js';
import { problemsOf, startSample, type Sample } from '../test/sample-client.js';
import { slow } from '../test/sample-application.js';

let ready = true;
let sample: Sample;
beforeAll(async () => {
  sample = await startSample({
    publicBaseUrl: 'https://broker.example/',
    readiness: { check: () => Promise.resolve({ ready, details: { lag: 3 } }) },
  });
});
afterAll(() => stopGracefully(sample.app, { linger: 1 }));

const anonymous = { headers: { authorization: '' } };

describe('a request whose stores do not respond', () => {
  it.each(['GET', 'POST'])('is a 503 when its patience runs out: %s', async (method) => {
    const impatient = await startSample({ patienceMs: 20 });
    try {
      const answer = await impatient.call(method, '/things/slow');
      expect(answer.headers.get('retry-after')).not.toBeNull();
      const [problem] = await problemsOf(answer, 503);
      expect(problem).toMatchObject({ type: 'UNAVAILABLE' });
      // what it waited for comes after all
      slow.finish();
      expect((await impatient.call('GET', '/health/live', anonymous)).status).toBe(200);
    } finally {
      await stopGracefully(impatient.app, { linger: 1 });
    }
  });
});

describe('health and metrics', () => {
  it('is live and ready without credentials, 503 when not ready [running.health]', async () => {
    expect(await (await sample.call('GET', '/health/live', anonymous)).json()).toEqual({
      status: 'live',
    });
    const answer = await sample.call('GET', '/health/ready', anonymous);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', lag: 3 }]);
    ready = false;
    const [problem] = await problemsOf(await sample.call('GET', '/health/ready', anonymous), 503);
    expect(problem).toMatchObject({ type: 'UNAVAILABLE', message: expect.stringContaining('lag') });
    // A failing probe is not a failure of the service.
    const errors = sample.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    expect(errors).toEqual([]);
  });

  it('counts requests by template and status', async () => {
    await sample.call('GET', '/things/abc');
    await sample.call('GET', '/nowhere/at/all');
    const metrics = await (await sample.call('GET', '/metrics', anonymous)).text();
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/things\/:id",status="200"\} \d/,
    );
    expect(metrics).toMatch(/route="\(none\)",status="404"/);
    expect(metrics).not.toContain('abc');
    expect(metrics).toContain('process_cpu_seconds_total');
  });

  it.each<Record<string, string>>([
    { 'x-forwarded-for': '203.0.113.9' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '127.0.0.1' },
    { host: 'broker.example' },
  ])(
    'asks who wants metrics when a proxy passed the request on: %j [running.health]',
    async (sign) => {
      const get = (authorization: string): Promise<RawResponse> =>
        rawRequest(sample.base, {
          path: '/metrics',
          headers: { host: '127.0.0.1', authorization, ...sign },
        });
      expect((await get('')).status).toBe(401);
      expect((await get('ok')).status).toBe(403);
      expect((await get('operator')).status).toBe(200);
    },
  );
});

describe('public base URL', () => {
  it('is the start of every Location [request.location]', async () => {
    const answer = await sample.send('POST', '/things', '{"name":"a"}');
    expect(answer.headers.get('location')).toBe('https://broker.example/things/a');
  });

  it('comes from forwarded headers only behind a trusted proxy [request.location auth.signing]', async () => {
    const forwarded = { 'x-forwarded-host': 'pub.example', 'x-forwarded-proto': 'https' };
    const locationOf = async (trustedProxies?: string[]): Promise<string | null> => {
      const other = await startSample(trustedProxies && { trustedProxies });
      const answer = await other.send('POST', '/things', '{"name":"a"}', forwarded);
      await stopGracefully(other.app, { linger: 1 });
      return answer.headers.get('location');
    };
    expect(await locationOf()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/things\/a$/);
    expect(await locationOf(['127.0.0.1'])).toBe('https://pub.example/things/a');
  });
});

interface Description {
  openapi: string;
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: Record<string, Record<string, unknown>>;
}

describe('API description', () => {
  const describe = (): Description => describeApi(sample.app) as object as Description;

  it('is OpenAPI 3 without dangling references', () => {
    const document = describe();
    expect(document.openapi).toMatch(/^3\.\d/);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, path = ''] of references) {
      const found = path
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
      expect({ path, found }).toEqual({ path, found: expect.any(Object) });
    }
  });

  it('has shapes, limits, headers, errors and security from the code', () => {
    const { paths, components } = describe();
    expect(components['schemas']?.['Thing']).toMatchObject({
      required: ['name'],
      properties: {
        name: { type: 'string', maxLength: 16 },
        relationship: { anyOf: [{ type: 'string', enum: ['S', 'O'] }, { type: 'null' }] },
        people: { type: ['array', 'null'], items: { $ref: '#/components/schemas/Beneficiary' } },
      },
    });
    const post = paths['/things']?.['post'];
    expect(post).toMatchObject({
      summary: 'Create a thing',
      security: [{ signature: [] }, { bearer: ['client'] }],
      parameters: expect.arrayContaining([{ $ref: '#/components/parameters/IdempotencyKey' }]),
      requestBody: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
      },
      responses: {
        201: { headers: { Location: expect.any(Object) } },
        400: { 'x-error-codes': { 'cannot.be.null': expect.any(String) } },
        422: { $ref: '#/components/responses/Error422' },
      },
    });
    expect(paths['/things/open']?.['get']).toMatchObject({ security: [] });
    expect(paths['/things/{id}']?.['get']?.['parameters']).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'id', in: 'path', required: true })]),
    );
  });

  it('is named where a path leads nowhere', async () => {
    const nowhere = await sample.call('GET', '/restapi/acounts');
    expect([nowhere.status, await nowhere.json()]).toEqual([
      404,
      [expect.objectContaining({ message: 'No resource has this path: /docs lists them all.' })],
    ]);
  });
});

describe('graceful stop', () => {
  /** A request over a kept connection. */
  function get(
    base: string,
    path: string,
    agent: Agent,
  ): Promise<{ status: number; connection: string }> {
    return new Promise((resolve, reject) => {
      httpRequest(base + path, { agent, headers: { authorization: 'ok' } }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          resolve({
            status: answer.statusCode ?? 0,
            connection: answer.headers.connection ?? '',
          });
        });
      })
        .on('error', reject)
        .end();
    });
  }

  it('completes open requests and those that arrive on open connections, then ends', async () => {
    const { app, base } = await startSample();
    const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
    const started = new Promise<void>((resolve) => (slow.started = resolve));
    const running = get(base, '/things/slow', agents[0]);
    await started;
    expect(await get(base, '/things/x', agents[1])).toMatchObject({ status: 200 });

    const stopped = stopGracefully(app, { linger: PATIENCE_MS });
    expect(await get(base, '/health/ready', agents[1])).toEqual({
      status: 503,
      connection: 'close',
    });
    await expect(get(base, '/things/x', new Agent())).rejects.toThrow('ECONNREFUSED');
    slow.finish();
    expect(await running).toEqual({ status: 200, connection: 'close' });
    await stopped;
    agents.forEach((agent) => agent.destroy());
  });

  it('cuts off open requests at the deadline', async () => {
    const { app, base } = await startSample();
    const started = new Promise<void>((resolve) => (slow.started = resolve));
    const running = get(base, '/things/slow', new Agent());
    const cut = expect(running).rejects.toThrow(/hang up|ECONNRESET/);
    await started;
    await stopGracefully(app, { linger: 1, deadline: 20 });
    await cut;
    slow.finish();
  });
});
