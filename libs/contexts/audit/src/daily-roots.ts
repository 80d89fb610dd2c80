import type { Decider, Timestamp } from '#libs/platform/kernel';
import type { DailyRootSigned, SignedRoot, SigningKeyRotated, PublicKey } from './audit.events.js';

/** Stream `auditRoots-daily`: exactly one root per day, in order. The state is the newest root. */
export const dailyRoots: Decider<
  SignedRoot | undefined,
  { readonly root: SignedRoot },
  DailyRootSigned
> = {
  category: 'auditRoots',
  initial: undefined,
  decide({ root }, newest) {
    if (newest !== undefined && root.day <= newest.day) return [];
    return [{ type: 'audit.DailyRootSigned', data: root }];
  },
  evolve: (_newest, { data }) => data,
};

/** Id of the only aggregate. */
export const DAILY = 'daily';

interface SigningKeys {
  readonly number: number;
  /** Former keys, which only verify. */
  readonly retired: readonly (PublicKey & { readonly retiredAt: Timestamp })[];
}

/** `number` is that of the new key, one more than that of the current key, `retired`. */
export type RotateSigningKey = Omit<SigningKeyRotated['data'], 'retiredAt'>;

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
