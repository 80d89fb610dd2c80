import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { baseUrlResolver, targetOf } from './admission.js';

const sent = (host: string, protocol = 'http', localPort: number | undefined = 3000) =>
  ({ host, protocol, socket: { localPort } }) as unknown as FastifyRequest;

describe('the base of absolute URLs', () => {
  it('is the configured one, whatever the request contains', () => {
    expect(baseUrlResolver('https://api.example.com/broker//')(sent('evil.example'))).toBe(
      'https://api.example.com/broker',
    );
  });

  it.each(['api.example.com', 'api.example.com:8443', '127.0.0.1:3000', '[::1]:3000', 'my_host'])(
    'is the host %s that the request was sent to',
    (host) => {
      expect(baseUrlResolver()(sent(host, 'https'))).toBe(`https://${host}`);
    },
  );

  it.each(['', 'a b', 'user@host', 'host/path', 'host?x', 'host:123456', 'host:', 'a"b', 'a<b>'])(
    'is none that would end elsewhere: %j',
    (host) => {
      expect(baseUrlResolver()(sent(host))).toBe('http://localhost:3000');
    },
  );
});

describe('the target of a request', () => {
  it.each([
    ['/a?b=c', '/a?b=c', 'header'],
    ['http://other:81/a?b', '/a?b', 'other:81'],
    ['HTTPS://other', '/', 'other'],
    ['http://other?b', '/?b', 'other'],
    ['http:///a', '/a', 'header'],
    ['*', '*', 'header'],
    ['ftp://other/a', 'ftp://other/a', 'header'],
  ])('%s is %s at %s', (url, target, host) => {
    const headers = { host: 'header' };
    expect([targetOf({ url, headers }), headers.host]).toEqual([target, host]);
  });
});
