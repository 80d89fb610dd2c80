import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { HostLookup } from '#libs/platform/runtime';
import { expectProblems, expectStatus, ServiceUnderTest } from '../support/running-service.js';
import { read, until, webhook, WEBHOOKS } from './webhooks.fixture.js';

/** Host names of this test and their current addresses. */
const names = new Map<string, readonly string[]>();
const asked: string[] = [];
const hostLookup: HostLookup = (hostname, _options, callback) => {
  asked.push(hostname);
  const addresses = names.get(hostname);
  if (addresses === undefined) {
    callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), []);
    return;
  }
  const list = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  callback(null, list);
};
const PUBLIC = '93.184.216.34';
const LOOPBACK = '127.0.0.1';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start({ hostLookup });
});
afterAll(() => service.stop());

describe('a webhook whose name leads elsewhere by the time it is connected to [webhook.target]', () => {
  let server: Server;
  let connections: number;
  beforeEach(async () => {
    connections = 0;
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));
  const url = (host: string): string =>
    `https://${host}:${(server.address() as AddressInfo).port}/hook`;

  it.each([
    ['loopback', [LOOPBACK]],
    ['loopback among others', [PUBLIC, LOOPBACK]],
    ['loopback in the other notation', ['::ffff:127.0.0.1']],
  ])('is not connected to: %s', async (_what, later) => {
    const host = 'rebinding.example.com';
    names.set(host, [PUBLIC]);
    const { path } = await webhook(service.client, { url: url(host) });
    names.set(host, later);
    const lookedUp = asked.length;
    const answer = await service.client.post(`${path}/test`);
    expect(answer.body).toEqual({ delivered: false, status: null, reason: 'PrivateTargetError' });
    expect(asked.slice(lookedUp)).toContain(host);
    await service.account();
    const { failing } = await until(
      () => read(service.client, path),
      (one) => one['failing'] !== null,
    );
    expect(failing).toMatchObject({ status: null, reason: 'PrivateTargetError' });
    expect(connections).toBe(0);
    expectStatus(await service.client.request('DELETE', path), 200);
  });
});

describe('the URL of a webhook [webhook.target]', () => {
  it.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://hook.localhost/',
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://172.16.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://2130706433/',
    'https://017700000001/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://0.0.0.0/',
    'https://0/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://255.255.255.255/',
    'https://１２７.0.0.1/',
    'https://127。0。0。1/',
  ])('that leads inside is refused: %s', async (url) => {
    const answer = await service.client.post(WEBHOOKS, { url });
    expectProblems(answer, [{ field: 'url', errorCode: 'webhook.url.private.rule' }]);
  });

  it('whose name leads inside is refused, on changes too', async () => {
    names.set('inside.example.com', [PUBLIC, '10.0.0.7']);
    const url = 'https://inside.example.com/';
    const message = expect.stringContaining('WEBHOOK_ALLOW_PRIVATE') as unknown as string;
    const refused = [{ field: 'url', errorCode: 'webhook.url.private.rule', message }];
    expectProblems(await service.client.post(WEBHOOKS, { url }), refused);
    names.set('outside.example.com', [PUBLIC]);
    const body = { url: 'https://outside.example.com/', state: 'disabled' };
    const { path } = await webhook(service.client, body);
    expectProblems(await service.client.put(path, { url }), refused);
    expect(await read(service.client, path)).toMatchObject({ url: body.url });
  });

  it.each([
    'http://93.184.216.34/',
    'ftp://x.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'x',
    '',
    ' ',
    '//x.example/',
    'https://',
    'https:///',
    'https://u:p@x.example/',
    'https://u@x.example/',
    'https://:p@x.example/',
    'https://@x.example/',
    'https://x.example/#a',
    'https://x.example/#',
    'https://x.example:0/',
    'https://x.example:65536/',
    'https://x.example:x/',
    'https://[::1/',
    'https://x example/',
    'https://x.example/a b',
    'https://x.example/\n',
    ' https://x.example/',
    'https:\\\\x.example\\',
    'https:x.example',
  ])('that is none is refused: %j', async (url) => {
    const answer = await service.client.post(WEBHOOKS, { url });
    expectProblems(answer, [{ field: 'url' }]);
  });

  it('may have a port, a path and a query', async () => {
    names.set('receiver.example.com', [PUBLIC, '2606:2800:220:1:248:1893:25c8:1946']);
    const url = 'https://receiver.example.com:8443/hooks/a?key=b%20c';
    const { path } = await webhook(service.client, { url, state: 'disabled' });
    expect(await read(service.client, path)).toMatchObject({ url });
  });
});
