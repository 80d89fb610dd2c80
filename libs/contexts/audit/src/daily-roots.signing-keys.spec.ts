import { describe, expect, it } from '@jest/globals';
import { specification } from '#libs/platform/testing';
import type { SigningKeyRotated, PublicKey } from './audit.events.js';
import { signingKeys } from './daily-roots.js';

const NOW = '2026-03-02T15:00:00.000Z';

const LATER = '2027-03-02T15:00:00.000Z';

const keys = specification(signingKeys);

const key = (number: number): PublicKey => ({
  ...{ kty: 'OKP', crv: 'Ed25519', x: `x${number}`, kid: `k${number}` },
});

const rotation = (number: number) => ({ number, key: key(number), retired: key(number - 1) });

const rotated = (number: number, retiredAt = NOW): SigningKeyRotated => ({
  type: 'audit.SigningKeyRotated',
  data: { ...rotation(number), retiredAt },
});

describe('the signing key', () => {
  it('is replaced by the next one', () => {
    keys
      .given([])
      .at(NOW)
      .when(rotation(2))
      .then([rotated(2)]);
  });

  it.each([1, 2, 4])(
    '2 is not replaced by key %i: another caller was faster, or is behind',
    (n) => {
      keys
        .given([rotated(2)])
        .when(rotation(n))
        .thenNothing();
    },
  );

  it('still verifies after it was retired, newest first', () => {
    keys
      .given([rotated(2)])
      .at(LATER)
      .when(rotation(3))
      .thenState((state) => {
        expect(state).toEqual({
          number: 3,
          retired: [
            { ...key(2), retiredAt: LATER },
            { ...key(1), retiredAt: NOW },
          ],
        });
      });
  });
});
