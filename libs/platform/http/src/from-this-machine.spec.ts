import { describe, expect, it } from '@jest/globals';
import { isFromThisMachine } from './service-routes.js';

function isTaken(
  remoteAddress: string | undefined,
  headers: Readonly<Record<string, string>>,
): boolean {
  return isFromThisMachine({ headers, socket: { remoteAddress } } as never);
}

describe('a request made on this machine', () => {
  it.each([
    '127.0.0.1:3000',
    '127.8.9.10',
    'localhost:3000',
    'LocalHost',
    '[::1]:3000',
    '[::ffff:127.0.0.1]:3000',
    '[::ffff:7f00:1]',
  ])('is one to the host %s', (host) => {
    expect(isTaken('127.0.0.1', { host })).toBe(true);
  });

  it.each([
    '',
    'broker.example',
    'localhost.broker.example',
    'localhost@broker.example',
    '127.0.0.1.broker.example:3000',
    '127.1',
    '2130706433',
    '0.0.0.0:3000',
    '[::]:3000',
    '[::ffff:10.0.0.1]',
    '10.0.0.1:3000',
    'localhost, broker.example',
  ])('is none to the host "%s"', (host) => {
    expect(isTaken('127.0.0.1', { host })).toBe(false);
  });

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('comes from %s', (address) => {
    expect(isTaken(address, { host: 'localhost' })).toBe(true);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '2001:db8::127', undefined])(
    'does not come from %s',
    (address) => {
      expect(isTaken(address, { host: 'localhost' })).toBe(false);
    },
  );

  it.each([
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-real-ip',
    'via',
    'true-client-ip',
    'cf-connecting-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-url',
    'x-envoy-external-address',
    'fastly-client-ip',
    'x-amzn-trace-id',
    'cdn-loop',
    'x-request-id',
    'traceparent',
    'a-proxy-that-nobody-knows',
  ])('has no %s', (name) => {
    expect(isTaken('127.0.0.1', { host: 'localhost', [name]: '127.0.0.1' })).toBe(false);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['curl', { 'user-agent': 'curl/8', accept: '*/*' }],
    [
      'Prometheus',
      {
        'user-agent': 'Prometheus/3',
        accept: 'application/openmetrics-text',
        'accept-encoding': 'gzip',
        'x-prometheus-scrape-timeout-seconds': '10',
      },
    ],
    [
      'a browser',
      {
        connection: 'keep-alive',
        'upgrade-insecure-requests': '1',
        'sec-fetch-mode': 'navigate',
        'sec-ch-ua': 'x',
        'accept-language': 'en',
        'cache-control': 'max-age=0',
      },
    ],
  ])('may be one of %s', (_who, headers) => {
    expect(isTaken('127.0.0.1', { host: 'localhost', ...headers })).toBe(true);
  });
});
