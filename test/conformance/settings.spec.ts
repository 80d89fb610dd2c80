import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService } from '#libs/application';
import { BrokerageClient } from '#libs/client';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import { ManualClock } from '../support/manual-clock.js';
import { authorizationOf, rawRequest } from '../support/raw-request.js';
import { expectUnchanged, memberBody, ServiceUnderTest } from '../support/running-service.js';
import { expectErrorList, Wire } from '../support/wire.js';

describe('429 with Retry-After (RATE_LIMIT_PER_SECOND)', () => {
  const clock = new ManualClock(Date.now());
  let service: ServiceUnderTest;
  beforeAll(async () => {
    // the first start creates the demonstration data with more requests than this
    service = await ServiceUnderTest.start({ clock }, { RATE_LIMIT_PER_SECOND: '2' });
    clock.advance(1_000);
  });
  afterAll(() => service.stop());

  it('beyond its share a caller is refused, nothing is stored, and others are served [errors.429]', async () => {
    const wire = new Wire(service);
    for (const status of [201, 201]) {
      expect((await wire.json('POST', '/restapi/members', memberBody())).status).toBe(status);
    }
    const send = () => wire.json('POST', '/restapi/members', memberBody());
    const answer = await expectUnchanged(service, send);
    expectErrorList(answer, 429);
    expect(answer.body).toMatchObject([{ type: 'TOO_MANY_REQUESTS' }]);
    expect(answer.headers['retry-after']).toBe('1');

    const auditor = new Wire(service, service.credentials.tokens.auditor);
    expect((await auditor.get('/restapi/accounts')).status).toBe(200);
    clock.advance(1_000);
    expect((await send()).status).toBe(201);
  });

  it('credentials are looked at first, and health is not limited [errors.429]', async () => {
    const nobody = new Wire(service, 'no.such.token');
    for (let n = 0; n < 5; n++) {
      expect((await nobody.get('/restapi/accounts')).status).toBe(401);
      const health = await rawRequest(service.service.url, { path: '/health/live' });
      expect(health.status).toBe(200);
    }
  });
});

describe.each([
  ['PUBLIC_BASE_URL', { PUBLIC_BASE_URL: 'https://accounts.example:8443/base/' }],
  ['a trusted proxy', { TRUSTED_PROXY: '127.0.0.0/8' }],
  ['both', { PUBLIC_BASE_URL: 'https://accounts.example/', TRUSTED_PROXY: '127.0.0.1' }],
])('Location › with %s', (name, env) => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await ServiceUnderTest.start({}, env);
  });
  afterAll(() => service.stop());

  it('is built from it, and so is the URL that is signed [request.location running.environment]', async () => {
    const forwarded = { 'x-forwarded-host': 'proxy.example', 'x-forwarded-proto': 'https' };
    const baseUrl = {
      PUBLIC_BASE_URL: 'https://accounts.example:8443/base',
      'a trusted proxy': 'https://proxy.example',
      both: 'https://accounts.example',
    }[name];
    const path = '/restapi/members';
    const body = JSON.stringify(memberBody());
    const answer = await rawRequest(service.service.url, {
      method: 'POST',
      path,
      body,
      headers: {
        ...forwarded,
        'content-type': 'application/json',
        authorization: authorizationOf(service.credentials, {
          method: 'POST',
          path,
          body,
          baseUrl: baseUrl ?? '',
        }),
      },
    });
    expect([answer.status, answer.body]).toEqual([201, undefined]);
    expect(answer.headers.location?.startsWith(`${baseUrl}/restapi/members/`)).toBe(true);
  });

  it('metrics are for operators, from this machine too [running.health]', async () => {
    const anonymous = await rawRequest(service.service.url, { path: '/metrics' });
    expect(anonymous.status).toBe(401);
    const { status } = await service.operator.get('/metrics');
    expect(status).toBe(200);
  });

  it('a Link leads below it as well [request.location]', async () => {
    const token = service.credentials.tokens.client;
    const client = new BrokerageClient(service.service.url, { token });
    for (let made = 0; made < 2; made++) await service.account({}, client);
    const wire = new Wire(service, token);
    const { headers } = await wire.get('/restapi/accounts?limit=1');
    const next = /^<([^>]+)>; rel="next"$/.exec(headers['link'] as string)?.[1] ?? '';
    const base = name === 'PUBLIC_BASE_URL' ? '/base' : '';
    expect(new URL(next, `http://any.example${base}/restapi/accounts?limit=1`).pathname).toBe(
      `${base}/restapi/accounts`,
    );
  });

  it('the description and its page use it too [running.description]', async () => {
    const wire = new Wire(service, 'nobody');
    const { servers } = (await wire.get('/openapi.json')).body as { servers: unknown };
    const fixed = 'PUBLIC_BASE_URL' in env ? env.PUBLIC_BASE_URL.replace(/\/$/, '') : '/';
    expect(servers).toEqual([{ url: fixed }]);
    const page = await (await fetch(new URL('/docs', service.service.url))).text();
    const places = [...page.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(
      ([, place = '']) => new URL(place, 'http://any.example/base/docs').pathname,
    );
    expect(places.filter((place) => !place.startsWith('/base/'))).toEqual([]);
  });
});

describe('Environment › details shown only during start-up', () => {
  let service: ServiceUnderTest;
  let directory: string;
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    directory = await mkdtemp(join(tmpdir(), 'settings-'));
  });
  afterAll(async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it.each([
    ['PORT', () => ({ PORT: new URL(service.service.url).port }), /PORT \d+ is in use on HOST/],
    ['HOST', () => ({ HOST: '192.0.2.1' }), /HOST 192\.0\.2\.1 must be an address of this/],
    ['DATA_DIR', () => ({ DATA_DIR: '/dev/null/data' }), /DATA_DIR must be a writable directory/],
  ])('%s is named in one line [running.environment]', async (_name, env, line) => {
    const config = loadConfig({ DATA_DIR: directory, PORT: '0', ...env() });
    const logged: string[] = [];
    const logger = createLogger({
      level: 'error',
      destination: { write: (said: string) => logged.push(said) },
    });
    const { name, message } = await startService(config, { logger }).then(
      () => new Error('started'),
      (error: unknown) => error as Error,
    );
    expect([name, message]).toEqual(['ConfigError', expect.stringMatching(line)]);
    expect(message).not.toContain('\n');
    expect(logged).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
  });
});
