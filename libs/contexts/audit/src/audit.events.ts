import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent, Timestamp } from '#libs/platform/kernel';
import type { PublicKey, SignedRoot } from '#libs/platform/proof';
import { Subject } from '#libs/contexts/codes';

export type { PublicKey, SignedRoot };

/** Events of the streams `sensitiveReads-{hour}-{process}`, `auditRoots-daily` and `auditKeys-signing`. None contains personal data. */
export const auditEvents = defineEvents<SensitiveDataShown | DailyRootSigned | SigningKeyRotated>({
  'audit.SensitiveDataShown': { history: { title: 'Sensitive data shown' } },
  'audit.DailyRootSigned': { history: { title: 'Daily root signed' } },
  'audit.SigningKeyRotated': { history: { title: 'Audit signing key replaced' } },
});

/** A day has ended and its root was signed. */
export type DailyRootSigned = DomainEvent<'audit.DailyRootSigned', SignedRoot>;

/** From now on another key signs exports and daily roots. */
export type SigningKeyRotated = DomainEvent<
  'audit.SigningKeyRotated',
  {
    /** Number of the new key. The first key is 1 and has no event. */
    readonly number: number;
    readonly key: PublicKey;
    readonly retired: PublicKey;
    readonly retiredAt: Timestamp;
  }
>;

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

/** Subject of a read that concerns everybody. */
export const WHOLE_LOG = 'log';

/** Returns the subject of a read: the narrowest that is given, {@link WHOLE_LOG} if none is. */
export function subjectOf({
  account,
  member,
  firm,
}: Readonly<Partial<Record<'account' | 'member' | 'firm', string | undefined>>>): string {
  if (account !== undefined) return Subject.account(account);
  if (member !== undefined) return Subject.member(member);
  return firm === undefined ? WHOLE_LOG : Subject.firm(firm);
}
