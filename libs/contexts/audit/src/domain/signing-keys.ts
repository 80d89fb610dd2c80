import type { Decider, DomainEvent, Timestamp } from '#libs/platform/kernel';

/** The public half of a signing key: an Ed25519 key as a JSON Web Key (RFC 8037). */
export interface SigningPublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
}

/** From now on another key signs exports and daily roots. */
export type SigningKeyRotated = DomainEvent<
  'audit.SigningKeyRotated',
  {
    /** Number of the new key. The first key is 1 and has no event. */
    readonly number: number;
    readonly key: SigningPublicKey;
    readonly retired: SigningPublicKey;
    readonly retiredAt: Timestamp;
  }
>;

interface SigningKeys {
  readonly number: number;
  /** Former keys, which only verify. */
  readonly retired: readonly (SigningPublicKey & { readonly retiredAt: Timestamp })[];
}

/** `number` is that of the new key, one more than that of the current key, `retired`. */
type RotateSigningKey = Omit<SigningKeyRotated['data'], 'retiredAt'>;

/** Stream `auditKeys-signing`. If two callers replace the same key concurrently, one does. */
export const signingKeys: Decider<SigningKeys, RotateSigningKey, SigningKeyRotated> = {
  category: 'auditKeys',
  initial: { number: 1, retired: [] },
  decide({ number, key, retired }, state, { now }) {
    if (number !== state.number + 1) return [];
    return [{ type: 'audit.SigningKeyRotated', data: { number, key, retired, retiredAt: now } }];
  },
  evolve: (state, { data: { number, retired, retiredAt } }) => ({
    number,
    retired: [{ ...retired, retiredAt }, ...state.retired],
  }),
};

/** Id of the only aggregate. */
export const SIGNING = 'signing';
