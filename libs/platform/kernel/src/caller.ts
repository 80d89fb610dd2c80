import type { Timestamp } from './time.js';

/** Roles of callers, as a token's claim `roles` grants them. An `advisor` is a `client` who may also add members to the firm. */
export const ROLES = ['client', 'advisor', 'backoffice', 'operator', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** The sender of a request, proven by its credentials ([auth.client]). */
export interface Caller {
  readonly kind: 'api-client' | 'token';
  /** API key or token subject. */
  readonly id: string;
  readonly roles: readonly Role[];
  /** Present for the roles `client` and `advisor`. */
  readonly firmId?: string;
  /** Login id of the acting member, or of the API client itself. */
  readonly member?: string;
  /** Login id that the credentials are of: the API client's own, or the one of a token. */
  readonly login?: string;
  /** False if the credentials are valid, but name an unknown member. */
  readonly memberKnown: boolean;
  /** Whether it is the firm itself: its API client without an acting member, and nobody else. Absent: no. */
  readonly firmItself?: boolean;
  /**
   * Whom `X-Associated-Member-Id` names: `known`, `unknown` if nobody of the caller's firm, `forbidden` if somebody for whom this person
   * does not act. Absent if the header is.
   */
  readonly associated?: 'known' | 'unknown' | 'forbidden' | undefined;
  /** `fullTid`, `removeRestrictions`, `ownerVerification`. */
  readonly entitlements: readonly string[];
  /** When the credentials expire, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Time of the signature. */
  readonly signedAt?: Timestamp;
}

/** A caller, and the oldest log position that reads on its behalf may be of. */
export interface ByCaller {
  readonly caller: Caller;
  readonly present: bigint | undefined;
}
