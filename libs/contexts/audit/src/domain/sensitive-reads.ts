import type { Decider, DomainEvent, Timestamp } from '#libs/platform/kernel';

/** Who was shown what. Ids only, no personal data. */
export interface SensitiveRead {
  /** `fullTid`: a full tax id. `asOf`: a past state. `export`: stored events. */
  readonly kind: 'fullTid' | 'asOf' | 'export';
  /** Whose data it is, such as `member:jdoe` or `account:RA12345678`. */
  readonly subjects: readonly string[];
  readonly asOf?: Timestamp;
  readonly caller: string;
  readonly firmId?: string;
  readonly actingMember?: string;
  readonly associatedMember?: string;
  readonly method: string;
  /** Route template, without parameter values. */
  readonly route: string;
  readonly requestId: string;
  readonly at: Timestamp;
  /** How many reads it stands for: those since the record before it. Absent: one. All else is of the newest. */
  readonly reads?: number;
}

/** Sensitive data was shown. Recorded before the response is sent, which may then get lost. */
export type SensitiveDataShown = DomainEvent<'audit.SensitiveDataShown', SensitiveRead>;

/** Stream `sensitiveReads-{hour}-{process}`: one per process, so that none waits for another. */
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
