import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ServiceAccess, HttpTransport } from './service-access.js';

describe('service access', () => {
  let server: Server | undefined;
  let access: ServiceAccess | undefined;
  afterEach(async () => {
    await access?.close();
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = access = undefined;
  });

  async function over(listener: RequestListener, under = ''): Promise<ServiceAccess> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    access = new ServiceAccess(new HttpTransport(url + under), 'the-token', url);
    return access;
  }

  it('sends its token, a query without what is undefined, and JSON', async () => {
    const service = await over((request, response) => {
      const seen: Buffer[] = [];
      request.on('data', (data: Buffer) => seen.push(data));
      request.on('end', () => {
        const { url, headers } = request;
        const body = JSON.stringify({
          url,
          token: headers.authorization,
          type: headers['content-type'],
          body: Buffer.concat(seen).toString(),
        });
        response.setHeader('content-type', 'application/json').end(body);
      });
    }, '/under/');
    const query = { a: 'x y', b: undefined, c: 3 };
    const answer = await service.request('POST', '/here', { query, body: { n: 1 } });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        url: '/under/here?a=x+y&c=3',
        token: 'Bearer the-token',
        type: 'application/json',
        body: '{"n":1}',
      },
    });
    const streamed = await service.request('POST', '/here', {
      body: Readable.from(['one\n', 'two\n']),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(streamed.body).toMatchObject({ type: 'application/x-ndjson', body: 'one\ntwo\n' });
  });

  it('answers undefined for an empty body and text for what is no JSON', async () => {
    const service = await over(({ url }, response) => {
      if (url === '/empty') response.end();
      else response.setHeader('content-type', 'text/plain').end('12');
    });
    expect((await service.get('/empty')).body).toBeUndefined();
    expect((await service.get('/text')).body).toBe('12');
  });

  it('shows every problem of a refusal, with status 3', async () => {
    const problems = [
      { type: 'VALIDATION_FIELD', errorCode: 'field.required', field: 'name' },
      { type: 'NOT_FOUND', message: 'There is none.' },
    ];
    const service = await over((_request, response) =>
      response.writeHead(400).end(JSON.stringify(problems)),
    );
    await expect(service.get('/x')).rejects.toMatchObject({
      name: 'CommandFailure',
      status: 3,
      message: 'The service responded with 400: field.required name\nNOT_FOUND: There is none.',
    });
  });

  it('waits for what says when to come again, and gives up on what does not', async () => {
    let asked = 0;
    const service = await over(({ url }, response) => {
      asked += 1;
      if (url === '/never') response.writeHead(503).end('[]');
      else if (asked < 3) response.writeHead(503, { 'retry-after': '0' }).end('[]');
      else response.end('{}');
    });
    expect((await service.get('/later')).status).toBe(200);
    expect(asked).toBe(3);
    await expect(service.get('/never')).rejects.toMatchObject({ status: 2 });
  });

  it('says where nobody answers, with status 2', async () => {
    const service = new ServiceAccess(new HttpTransport('http://127.0.0.1:1'), 't', 'there');
    await expect(service.get('/x')).rejects.toMatchObject({
      status: 2,
      message: 'The service does not respond at there (ECONNREFUSED).',
    });
    await service.close();
  });

  it('reads lines as they come', async () => {
    let more = (): void => undefined;
    const service = await over((_request, response) => {
      response.write('{"n":1}\n{"n"');
      more = () => response.end(':2}\n\n');
    });
    const seen: unknown[] = [];
    for await (const line of service.lines('GET', '/lines')) {
      seen.push(line);
      more();
    }
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('reads server-sent events, and lets go when the reader has enough', async () => {
    let gone = (): void => undefined;
    const left = new Promise<void>((resolve) => (gone = resolve));
    const service = await over((request, response) => {
      request.socket.once('close', gone);
      response.write(': beat\n\nid: 7\nevent: x\ndata: a\ndata: b\n\n');
      response.write('id: 8\ndata: ü\n\nid: 9\ndata: never read\n\n');
    });
    const seen: unknown[] = [];
    for await (const { id, event, data } of service.events('/events')) {
      seen.push([id, event, data]);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([
      ['7', 'x', 'a\nb'],
      ['8', undefined, 'ü'],
    ]);
    await left;
  });

  it('reports an error status of a stream before anything of it is read', async () => {
    const service = await over((_request, response) =>
      response.writeHead(403).end('[{"type":"FORBIDDEN"}]'),
    );
    await expect(service.lines('GET', '/x').next()).rejects.toMatchObject({ status: 3 });
    await expect(service.events('/x').next()).rejects.toMatchObject({ status: 3 });
  });
});
