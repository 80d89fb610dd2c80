import { describe, expect, it } from '@jest/globals';
import { rawBytes } from '../../support/raw-request.js';
import { expectUnchanged, memberBody, signatureBody } from '../../support/running-service.js';
import { expectErrorList } from '../../support/wire.js';
import { account, owner, service, wire } from './set-up.js';

describe('Other statuses', () => {
  it.each(['text/html', 'application/xml', 'application/json;q=0', 'image/*'])(
    '406: Accept %s [errors.406]',
    async (accept) => {
      const answer = await wire.get(account, { accept });
      expectErrorList(answer, 406);
      expect(answer.body).toEqual([expect.objectContaining({ type: 'NOT_ACCEPTABLE' })]);
      const path = '/restapi/members';
      const post = () => wire.json('POST', path, memberBody(), { accept });
      expectErrorList(await expectUnchanged(service, post), 406);
    },
  );

  it.each([
    '*/*',
    'application/json',
    'text/html, application/*;q=0.1',
    'application/json;charset=UTF-8',
  ])('Accept %s is served [errors.406]', async (accept) => {
    expect((await wire.get(account, { accept })).status).toBe(200);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json-patch+json',
    'application/xml',
    'x',
    '',
  ])('415: Content-Type %j [errors.415]', async (type) => {
    const answer = await expectUnchanged(service, () =>
      wire.json('POST', '/restapi/members', memberBody(), { 'content-type': type }),
    );
    expectErrorList(answer, 415);
    expect(answer.body).toEqual([expect.objectContaining({ type: 'UNSUPPORTED_MEDIA_TYPE' })]);
    const taken = ['accept', 'accept-post'].map((name) => answer.headers[name]);
    expect(taken).toEqual(['application/json', 'application/json']);
  });

  it('415: a compressed body [errors.415]', async () => {
    const send = () =>
      wire.json('POST', '/restapi/members', memberBody(), { 'content-encoding': 'gzip' });
    const answer = await expectUnchanged(service, send);
    expectErrorList(answer, 415);
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  it('Content-Type in capitals and with a character set is served [errors.415]', async () => {
    const type = 'Application/JSON; Charset="UTF-8"';
    const answer = await wire.json('POST', '/restapi/members', memberBody(), {
      'content-type': type,
    });
    expect(answer.status).toBe(201);
  });

  describe('413', () => {
    const MIB = 1024 * 1024;
    const padded = (value: object, bytes: number): string =>
      JSON.stringify(value).padEnd(bytes, ' ');

    it('a body of exactly 1 MiB is read, one byte more is refused [errors.413]', async () => {
      const answer = await wire.send('POST', '/restapi/members', padded(memberBody(), MIB));
      expect(answer.status).toBe(201);
      const send = () => wire.send('POST', '/restapi/members', padded(memberBody(), MIB + 1));
      const refusedOne = await expectUnchanged(service, send);
      expectErrorList(refusedOne, 413);
      expect(refusedOne.body).toEqual([expect.objectContaining({ type: 'PAYLOAD_TOO_LARGE' })]);
    });

    it('also without a Content-Length, and at 10 MB [errors.413]', async () => {
      const chunked = { 'transfer-encoding': 'chunked' };
      const send = () =>
        wire.send('POST', '/restapi/members', padded(memberBody(), MIB + 1), chunked);
      expectErrorList(await expectUnchanged(service, send), 413);
      const large = () => wire.send('PUT', account, padded({}, 10_000_000));
      expectErrorList(await expectUnchanged(service, large), 413);
      expect(
        (await wire.send('POST', '/restapi/members', padded(memberBody(), MIB), chunked)).status,
      ).toBe(201);
    });

    it('12 MiB on the signature endpoint [errors.413]', async () => {
      const path = `${account}/customeragreement`;
      const ok = await wire.send('POST', path, padded(signatureBody(owner), 12 * MIB));
      expect(ok.status).toBe(200);
      const send = () => wire.send('POST', path, padded(signatureBody(owner), 12 * MIB + 1));
      expectErrorList(await expectUnchanged(service, send), 413);
    });
  });
});

describe('bytes that are no request', () => {
  it.each<[string, string]>([
    ['garbage', 'garbage\r\n\r\n'],
    ['a bad header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
    ['no host', 'GET /restapi/accounts HTTP/1.1\r\n\r\n'],
    [
      'an expectation nobody meets',
      'POST / HTTP/1.1\r\nHost: x\r\nExpect: more\r\nContent-Length: 2\r\n\r\n{}',
    ],
  ])('%s: a 4xx with an error list, and the connection ends', async (_what, bytes) => {
    const answer = await rawBytes(service.service.url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toMatch(
      /\r\n\r\n\[\{"type":"[A-Z_]+","errorCode":"[a-z.]+","message":"[^"]+"\}\]$/,
    );
  });
});
