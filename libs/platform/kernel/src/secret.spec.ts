import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Secret, sealedValue } from './secret.js';

describe('a secret', () => {
  it.each([
    ['123456789', '*****6789'],
    ['12345', '*2345'],
    ['1234', '****'],
    ['1', '****'],
    ['', '****'],
  ])('%j is shown as %s, wherever it is printed', (value, mask) => {
    const secret = Secret.of(value);
    expect(secret.masked).toBe(mask);
    expect(String(secret)).toBe(mask);
    expect(JSON.stringify({ secret })).toBe(`{"secret":"${mask}"}`);
    expect(inspect({ secret })).toBe(`{ secret: Secret(${mask}) }`);
    expect(Object.values(secret)).not.toContain(value);
    expect(secret.reveal()).toBe(value);
  });

  it('knows a mask that was sent back', () => {
    for (const mask of ['*****6789', '*6789']) expect(Secret.of(mask).isMask).toBe(true);
    for (const text of ['123456789', '6789', '****', '*67890', '*****678', '*1*6789']) {
      expect(Secret.of(text).isMask).toBe(false);
    }
    expect(Secret.fromSealed('v1.x', () => undefined).isMask).toBe(false);
  });

  it('is opened once, when somebody looks', () => {
    let opened = 0;
    const secret = Secret.fromSealed('v1.x', () => String(123_456_788 + ++opened));
    expect(opened).toBe(0);
    expect([secret.masked, secret.reveal()]).toEqual(['*****6789', '123456789']);
    expect(opened).toBe(1);
    expect(sealedValue(secret)).toEqual({ masked: '*****6789', sealed: 'v1.x' });
  });

  it('is four stars once the key of its person is destroyed', () => {
    const erased = Secret.fromSealed('v1.x', () => undefined);
    expect([erased.masked, erased.reveal()]).toEqual(['****', undefined]);
  });

  it('enters no document before it is stored', () => {
    expect(() => sealedValue(Secret.of('123456789'))).toThrow('only from the log');
  });
});
