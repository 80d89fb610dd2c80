import { describe, expect, it } from '@jest/globals';
import { systemLookup } from '#libs/platform/runtime';
import { isPublicAddress, publicLookup } from './target-guard.js';

describe('targets of webhooks', () => {
  it.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['127.0.0.1', false],
    ['10.0.0.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['192.0.2.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['fe80::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['::7f00:1', false],
    ['64:ff9b:1::1', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['2001:db8::1', false],
    ['2001::1', false],
    ['198.18.0.1', false],
    ['192.0.0.8', false],
    ['240.0.0.1', false],
    ['2002:a00:1::', false],
    ['168.63.129.16', false],
    ['nonsense', false],
  ])('%s is on the internet: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  it('a name that leads to a private address is not connected to', async () => {
    for (const all of [true, false]) {
      const error = await new Promise<Error | null>((resolve) => {
        publicLookup(systemLookup)('localhost', { all }, (failure) => resolve(failure));
      });
      expect(error?.name).toBe('PrivateTargetError');
    }
  });
});

describe('a name that leads to a private address beside others', () => {
  it.each([true, false])('is not connected to, all: %s', async (all) => {
    const addresses = [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const failure = await new Promise<Error | null>((resolve) => {
      publicLookup((_host, _options, found) => found(null, addresses))(
        'both.test',
        { all },
        resolve,
      );
    });
    expect(failure?.name).toBe('PrivateTargetError');
  });
});

describe('a host whose lookup fails', () => {
  it.each([true, false])('reports the lookup error, all: %s', async (all) => {
    const failure = await new Promise<Error | null>((resolve) => {
      publicLookup(systemLookup)('no-such-host.invalid', { all }, (error) => {
        resolve(error);
      });
    });
    expect(failure).toMatchObject({ syscall: 'getaddrinfo' });
  });
});
