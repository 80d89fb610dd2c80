import { describe, expect, it } from '@jest/globals';
import { parseStoreAddress, describeUser } from './connection-string.js';

describe('the place of a store', () => {
  it.each([
    ['esdb://10.0.0.5:2113?tls=false', { hosts: '10.0.0.5:2113' }],
    ['esdb+discover://svc:secret@a:1,b:2/?x=y', { hosts: 'a:1, b:2', user: 'svc' }],
    ['mongodb://jane%40x:se%40cret@db/brokerage', { hosts: 'db', user: 'jane@x' }],
    ['mongodb://svc:se@cr:et@db/brokerage', { hosts: 'db', user: 'svc' }],
    ['mongodb+srv://100%25@db.example/x', { hosts: 'db.example', user: '100%' }],
    ['mongodb://a%ff:secret@db/x', { hosts: 'db', user: 'a%ff' }],
  ])('of %s has no password', (url, place) => {
    expect(parseStoreAddress(url)).toEqual(place);
  });

  it('shows its user in quotes, or that there is none', () => {
    expect(describeUser({ hosts: 'db', user: 'a"b' })).toBe('the user "a\\"b"');
    expect(describeUser({ hosts: 'db' })).toBe('a caller without a user');
  });
});
