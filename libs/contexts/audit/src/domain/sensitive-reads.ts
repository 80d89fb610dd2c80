import type { Decider, DomainEvent, Timestamp } from '#libs/platform/kernel';

/** Who was shown what. Ids only, no personal data. */
export interface SensitiveRead {
  /** `fullTid`: a whole tax id. `asOf`: a state of the past. `export`: stored events. */
  readonly kind: 'fullTid' | 'asOf' | 'export';
  /** Whose it is, such as `member:jdoe` or `account:RA12345678`. */
  readonly subjects: readonly string[];
  /** Of a state of the past: its moment. */
  readonly asOf?: Timestamp;
  /** API key or token subject. */
  readonly caller: string;
  readonly firmId?: string;
  readonly actingMember?: string;
  readonly associatedMember?: string;
  readonly method: string;
  /** Template of the route, without the values in it. */
  readonly route: string;
  readonly requestId: string;
  readonly at: Timestamp;
}

/** Somebody was shown something sensitive. Recorded before the answer goes out: it may have been lost on the way. */
export type SensitiveDataShown = DomainEvent<'audit.SensitiveDataShown', SensitiveRead>;

/** Stream `sensitiveReads-{hour}-{process}`: each process has its own, so that none waits for another. */
export const sensitiveReads: Decider<
  undefined,
  { readonly reads: readonly SensitiveRead[] },
  SensitiveDataShown
> = {
  category: 'sensitiveReads',
  initial: undefined,
  decide: ({ reads }) => reads.map((data) => ({ type: 'audit.SensitiveDataShown', data })),
  evolve: () => undefined,
};
