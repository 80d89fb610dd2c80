import { type BankLinkStatus, omit, type Secret } from '#libs/platform/kernel';
import type { BankLinkEvent, VerificationMethod } from './bank-link.events.js';

/** What the rules need to know of a link. */
export interface BankLink {
  readonly bankLinkOid: string;
  readonly accountNumber: string;
  readonly firmId: string;
  readonly ownerLoginId: string;
  readonly status: BankLinkStatus;
  /** Absent until the link is verified. */
  readonly verification?: VerificationMethod;
  /** Absent until the ACH network has confirmed the micro-deposits. */
  readonly deposits?: {
    readonly amountsKey: string;
    /** ISO-8601 UTC. */
    readonly expiresAt: string;
  };
  readonly failedAttempts: number;
  readonly bankAccountKey: string;
  /** Missing, as the routing number is, once the key of the owner has been destroyed. */
  readonly bankAccountNumber?: Secret;
  readonly routingNumber?: string;
  /** Revision of the stream: the entity tag. */
  readonly revision: number;
}

/** State of `bankLink-{oid}`; undefined before the first event. */
export type BankLinkState = BankLink | undefined;

/** What {@link currentStatus} looks at: a state and a document both have it. */
interface StatusFacts {
  readonly status: BankLinkStatus;
  readonly verification?: VerificationMethod;
  readonly expiresAt?: string | undefined;
}

/**
 * Status of a link at a moment: one whose micro-deposits have expired unconfirmed is at D, also before the event that says
 * so ([bank-link.expiry]).
 */
export function currentStatus(link: StatusFacts, now: string): BankLinkStatus {
  const { status, verification, expiresAt } = link;
  const expired = verification === undefined && expiresAt !== undefined && expiresAt <= now;
  return expired ? 'D' : status;
}

/** {@link currentStatus} for a state. Money may move over a link at A once it is verified. */
export function statusAt(link: BankLink, now: string): BankLinkStatus {
  return currentStatus({ ...link, expiresAt: link.deposits?.expiresAt }, now);
}

/** Folds one event in. */
export function evolve(link: BankLinkState, event: BankLinkEvent): BankLinkState {
  if (event.type === 'bankLink.BankLinkCreated') {
    const known = omit(event.data, 'accountType', 'nameOnAccount', 'bankName');
    return { ...known, status: 'A', failedAttempts: 0, revision: 0 };
  }
  if (!link) return link;
  const next = { ...link, revision: link.revision + 1 };
  switch (event.type) {
    case 'bankLink.MicroDepositsSent': {
      const { amountsKey, expiresAt } = event.data;
      return { ...next, deposits: { amountsKey, expiresAt } };
    }
    case 'bankLink.MicroDepositsMismatched':
      return { ...next, failedAttempts: link.failedAttempts + 1 };
    case 'bankLink.BankLinkVerified':
      return { ...next, verification: event.data.method };
    case 'bankLink.BankLinkCancelled':
      return { ...next, status: 'D' };
  }
}
