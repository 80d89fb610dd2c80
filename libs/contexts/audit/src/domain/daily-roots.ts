import type { Decider, DomainEvent, LocalDate } from '#libs/platform/kernel';

/** The state of the whole log at the end of a day, signed. */
export interface SignedDailyRoot {
  /** UTC. */
  readonly day: LocalDate;
  /** Root of the Merkle tree over the heads of all streams. */
  readonly root: string;
  readonly streams: number;
  /** Position of the newest event it includes, decimal. */
  readonly position: string;
  /** Root of the day before; null on the first. */
  readonly previous: string | null;
  readonly keyId: string;
  readonly signature: string;
}

/** A day has ended and its root stands. */
export type DailyRootSigned = DomainEvent<'audit.DailyRootSigned', SignedDailyRoot>;

/** Stream `auditRoots-daily`: exactly one root for each day, in order. State: the newest. */
export const dailyRoots: Decider<
  SignedDailyRoot | undefined,
  { readonly root: SignedDailyRoot },
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

/** Id of the one aggregate. */
export const DAILY = 'daily';
