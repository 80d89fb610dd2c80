import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseSignatureHeader, signatureBytes } from '../../platform/signing/src/index.js';
import { BrokerageClient } from './index.js';

const LINES = '{"line":1,"status":200}\n{"line":2,"status":400}\n';

describe('what an answer holds', () => {
  let server: Server;
  let client: BrokerageClient;
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const [, major = '', minor = ''] = url.split('/');
      if (major !== '') response.setHeader('content-type', `${major}/${minor}; charset=utf-8`);
      response.end(minor === 'x-ndjson' ? LINES : minor === 'plain' ? '12' : '[{"a":1}]');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    client = new BrokerageClient(`http://127.0.0.1:${port}`, { token: 'a-token' });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('JSON is read, whatever kind of it', async () => {
    for (const path of ['/application/json', '/application/problem+json', '/']) {
      expect((await client.get(path)).body).toEqual([{ a: 1 }]);
    }
  });

  it('lines of JSON are text, like everything else', async () => {
    expect((await client.post('/application/x-ndjson')).body).toBe(LINES);
    expect((await client.get('/text/plain')).body).toBe('12');
  });
});

describe('what is signed', () => {
  it.each([
    ['blanks and letters that are encoded', '/restapi/members/zoë?ticker=IBM, SPY'],
    ['a query of nothing', '/restapi/members?'],
    ['a fragment', '/restapi/members#first'],
    ['what is encoded already', '/restapi/members?daterange=03-02-2026%2C03-03-2026&x=%7e'],
  ])('is the URL as it is sent: %s', async (_what, path) => {
    const secret = 'secret';
    const server = createServer(({ url = '', headers }, response) => {
      const parameters = headers.authorization?.replace('FOLIOWS ', '') ?? '';
      const header = parseSignatureHeader(parameters);
      if (typeof header === 'string') throw new Error(header);
      const { timestamp, signature } = header;
      const sent = { method: 'GET', url: `http://${headers.host}${url}`, timestamp };
      response.statusCode = signature.equals(signatureBytes(secret, sent)) ? 200 : 401;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const credentials = { apiKey: 'key', sharedSecret: secret };
    const client = new BrokerageClient(`http://127.0.0.1:${port}`, credentials);
    expect((await client.get(path)).status).toBe(200);
    await new Promise((resolve) => server.close(resolve));
  });
});
