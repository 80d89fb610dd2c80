import type { Decider, DomainEvent, LocalDate } from '#libs/platform/kernel';

/** The signed state of the whole log at the end of a day. */
export interface SignedDailyRoot {
  /** UTC. */
  readonly day: LocalDate;
  readonly root: string;
  readonly streams: number;
  /** Position of the newest included event, decimal. */
  readonly position: string;
  /** Root of the previous day; null on the first. */
  readonly previous: string | null;
  readonly keyId: string;
  readonly signature: string;
}

/** A day has ended and its root was signed. */
export type DailyRootSigned = DomainEvent<'audit.DailyRootSigned', SignedDailyRoot>;

/** Stream `auditRoots-daily`: exactly one root per day, in order. The state is the newest root. */
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

/** Id of the only aggregate. */
export const DAILY = 'daily';
