import { defineEvents, Subject } from '#libs/platform/event-store';
import type { DomainEvent, LocalDate, Timestamp } from '#libs/platform/kernel';

/** Events of the streams `sensitiveReads-{hour}-{process}`, `auditRoots-daily` and `auditKeys-signing`. None contains personal data. */
export const auditEvents = defineEvents<SensitiveDataShown | DailyRootSigned | SigningKeyRotated>({
  'audit.SensitiveDataShown': { history: { title: 'Sensitive data shown' } },
  'audit.DailyRootSigned': { history: { title: 'Daily root signed' } },
  'audit.SigningKeyRotated': { history: { title: 'Audit signing key replaced' } },
});

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
export function subjectOf({ account, member, firm }: ReadSubject): string {
  if (account !== undefined) return Subject.account(account);
  if (member !== undefined) return Subject.member(member);
  return firm === undefined ? WHOLE_LOG : Subject.firm(firm);
}

interface ReadSubject {
  readonly account?: string | undefined;
  readonly member?: string | undefined;
  readonly firm?: string | undefined;
}
