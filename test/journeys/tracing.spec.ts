import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { linkBody } from '../conformance/bank-links.fixture.js';
import { freePort } from '../support/free-port.js';
import { expectStatus, memberBody, signatureBody } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';
import { type ExportedSpan, TraceCollector } from '../support/trace-collector.js';
import { WebhookTarget } from '../support/webhook-target.js';

const TRACE = 'a'.repeat(32);
const CALLER = 'b'.repeat(16);
/** Reports when a process loads the OpenTelemetry SDK, which has its own chunk. Its API alone is loaded with the metrics. */
const TELL_LOADED = `
  import { register } from 'node:module';
  const asUrl = (text) => \`data:text/javascript,\${encodeURIComponent(text)}\`;
  register(asUrl(\`
    import { writeSync } from 'node:fs';
    export const load = (url, context, next) => {
      if (url.includes('/otlp-tracer')) writeSync(1, 'SDK loaded;');
      return next(url, context);
    };\`));`;

describe('traces', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function start(env: Readonly<Record<string, string>>) {
    const options = ['--import', `data:text/javascript,${encodeURIComponent(TELL_LOADED)}`];
    const service = await ServiceProcess.start(await ServiceProcess.freshDirectory(), env, options);
    ends.push(
      () => service.remove(),
      () => service.kill(),
    );
    const credentials = await service.credentials();
    return { service, credentials, client: new BrokerageClient(service.url, credentials) };
  }

  it('go from a request over what it decides to what follows later, with nothing personal in them', async () => {
    const collector = await TraceCollector.start();
    ends.push(() => collector.stop());
    const target = await WebhookTarget.start();
    ends.push(() => target.stop());
    const { service, client, credentials } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    });
    expectStatus(await client.post('/restapi/webhooks', { url: target.url }), 201);
    const member = memberBody();
    const loginId = String(member['loginId']);
    expectStatus(await client.post('/restapi/members', member), 201);
    const body = {
      accountName: 'Ours and secret',
      accountType: 'I',
      billingPlanOid: credentials.billingPlans.A,
      primaryAccountOwner: loginId,
    };
    const traceparent = `00-${TRACE}-${CALLER}-01`;
    const opened = await client.post('/restapi/accounts', body, { traceparent });
    expectStatus(opened, 201);
    const { pathname } = new URL(opened.location ?? '', service.url);
    const account = pathname.split('/').at(-1) ?? '';
    const signature = signatureBody(loginId);
    expectStatus(await client.post(`${pathname}/customeragreement`, signature), 200);
    const bank = { bankAccountNumber: '9988776655443', nameOnAccount: 'Jane Doe Savings' };
    expectStatus(await client.post(`${pathname}/achbanklinks`, linkBody(loginId, bank)), 201);
    await target.messages(2);
    expect(await service.stop()).toBe(0);

    const { spans, resources } = collector;
    const [process] = resources;
    expect(process).toMatchObject({ 'service.name': expect.any(String) });
    const instance = process?.['service.instance.id'];
    expect(instance).toMatch(/^[0-9a-f-]{36}$/);
    // all spans of a process name it
    expect(resources.filter((one) => one['service.instance.id'] !== instance)).toEqual([]);
    const own = spans.filter(({ traceId }) => traceId === TRACE);
    const named = (name: RegExp, among = own): ExportedSpan[] =>
      among.filter((span) => name.test(span.name));
    const [request, ...others] = named(/^POST /);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      name: 'POST /restapi/accounts',
      kind: 2,
      parentSpanId: CALLER,
    });
    const attributes = Object.fromEntries(
      (request?.attributes ?? []).map(({ key, value }) => [key, value]),
    );
    expect(attributes).toMatchObject({
      'http.request.method': { stringValue: 'POST' },
      'http.route': { stringValue: '/restapi/accounts' },
      'http.response.status_code': { intValue: 201 },
      'server.address': { stringValue: '127.0.0.1' },
      'url.scheme': { stringValue: 'http' },
    });
    const hasAll = (span: ExportedSpan | undefined, names: readonly string[]): void => {
      const given = (span?.attributes ?? []).map(({ key }) => key);
      expect([span?.name, given]).toEqual([span?.name, expect.arrayContaining([...names])]);
    };
    const db = ['db.system.name', 'db.operation.name', 'db.collection.name'];
    hasAll(named(/^append /)[0], [...db, 'db.operation.batch.size']);
    for (const step of [/^decide account$/, /^append account$/, /^react /]) {
      const parents = named(step).map(({ parentSpanId }) => parentSpanId);
      expect([step, parents]).toEqual([step, expect.arrayContaining([request?.spanId])]);
    }
    // the spans of a reaction belong to the trace
    const reactions = named(/^react /).map(({ spanId }) => spanId);
    expect(named(/^decide /).some((one) => reactions.includes(one.parentSpanId ?? ''))).toBe(true);
    const later = spans.filter(
      ({ traceId, links = [] }) =>
        traceId !== TRACE && links.some((link) => link.traceId === TRACE),
    );
    for (const name of [/^project$/, /^react /, /^publish$/, /^deliver webhook$/]) {
      expect([name, named(name, later).length > 0]).toEqual([name, true]);
      const messaging = ['messaging.system', 'messaging.batch.message_count'];
      const client = ['http.request.method', 'server.address', 'server.port'];
      const asked = name.test('deliver webhook') ? client : messaging;
      hasAll(named(name, later)[0], asked);
    }

    expect(spans.length).toBeGreaterThan(20);
    const secrets = [
      ...['tid', 'firstName', 'lastName', 'email1', 'dateOfBirth'].map((field) => member[field]),
      ...Object.values(bank),
      signature.signatureData,
      ...[loginId, account, body.accountName, credentials.apiKey, credentials.sharedSecret],
      ...[credentials.firmId, target.url],
    ].filter((value): value is string => typeof value === 'string' && value.length > 2);
    expect(secrets.length).toBeGreaterThan(8);
    expect(secrets.filter((secret) => collector.bytes.includes(secret))).toEqual([]);
  });

  it('hurt nobody where the collector is down, which the log says once', async () => {
    const { service, client } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    });
    expectStatus(await client.post('/restapi/members', memberBody()), 201);
    void service.stop();
    const ended = String(await service.untilItEnds().catch((error: unknown) => error));
    expect(ended).toContain('the service ended with 0:');
    expect(ended.split('traces not exported')).toHaveLength(2);
    expect(ended).toContain('SDK loaded;');
  });

  it('are not there without a collector: nothing of the SDK is loaded, no event knows of one', async () => {
    const { service, client } = await start({});
    const traceparent = `00-${TRACE}-${CALLER}-01`;
    expectStatus(await client.post('/restapi/members', memberBody(), { traceparent }), 201);
    void service.stop();
    const ended = String(await service.untilItEnds().catch((error: unknown) => error));
    expect(ended).toContain('the service ended with 0:');
    expect(ended).not.toContain('SDK loaded;');
    const log = await readFile(join(service.dataDir, 'events/log.ndjson'), 'utf8');
    expect(log).not.toContain(TRACE);
  });
});
