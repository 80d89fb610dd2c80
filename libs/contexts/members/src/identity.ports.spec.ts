import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/platform/kernel';
import { SandboxIdentityProvider } from './identity.ports.js';

describe('the sandbox identity check', () => {
  const check = (tid: Secret): Promise<string> =>
    new SandboxIdentityProvider().check({
      firstName: 'Ann',
      lastName: 'Doe',
      dateOfBirth: '1970-01-01',
      tid,
    });

  it('fails tax ids that end in 9999, keeps those that end in 9998 waiting, and passes all others', async () => {
    expect(await check(Secret.of('123459999'))).toBe('FAILED');
    expect(await check(Secret.of('123459998'))).toBe('PENDING_NEW');
    expect(await check(Secret.of('123456789'))).toBe('PASSED');
    expect(await check(Secret.of('999912345'))).toBe('PASSED');
  });

  it('fails a person whose key is destroyed', async () => {
    expect(await check(Secret.fromSealed('x', () => undefined))).toBe('FAILED');
  });
});
