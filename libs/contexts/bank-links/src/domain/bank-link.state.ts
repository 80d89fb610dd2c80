import { type BankLinkStatus, omit, type Secret } from '#libs/platform/kernel';
import type {
  BankLinkEvent,
  BankLinkCreated,
  CancellationCause,
  VerificationMethod,
} from './bank-link.events.js';

/** State of a link as the rules need it. */
export interface BankLink extends LinkStatus {
  readonly bankLinkOid: string;
  readonly accountNumber: string;
  readonly firmId: string;
  readonly ownerLoginId: string;
  /** Absent until the ACH network has confirmed the micro-deposits. */
  readonly amountsKey?: string;
  readonly failedAttempts: number;
  readonly bankAccountKey: string;
  /** Absent, like the routing number, once the owner's key is destroyed. */
  readonly bankAccountNumber?: Secret;
  readonly routingNumber?: string;
  /** Why it is at D. */
  readonly cause?: CancellationCause;
  /** Its cancellation has begun. */
  readonly cancelling?: true;
  /** Stream revision: the entity tag. */
  readonly revision: number;
}

/** State of `bankLink-{oid}`; undefined before the first event. */
export type BankLinkState = BankLink | undefined;

/** Progress of a link, shared by state and document. */
interface LinkStatus {
  readonly status: BankLinkStatus;
  /** Absent until the link is verified. */
  readonly verification?: VerificationMethod;
  /** ISO-8601 UTC; only while micro-deposits await confirmation. */
  readonly expiresAt?: string;
}

/**
 * Status at a given time: D once micro-deposits have expired unconfirmed, even before the event ([bank-link.expiry]). Money may
 * move over a verified link at A.
 */
export function statusAt(link: LinkStatus, now: string): BankLinkStatus {
  const { status, verification, expiresAt } = link;
  const expired = verification === undefined && expiresAt !== undefined && expiresAt <= now;
  return expired ? 'D' : status;
}

/** Applies one event to the progress. Shared by state and document, so the two can't disagree. */
export function evolveStatus<L extends LinkStatus>(
  link: L,
  event: Exclude<BankLinkEvent, BankLinkCreated>,
): L {
  switch (event.type) {
    case 'bankLink.MicroDepositsSent':
      return link.verification ? link : { ...link, expiresAt: event.data.expiresAt };
    case 'bankLink.MicroDepositsMismatched':
    case 'bankLink.CancellationBegun':
    case 'bankLink.CancellationTakenBack':
      return link;
    case 'bankLink.BankLinkVerified':
      return { ...(omit(link, 'expiresAt') as L), verification: event.data.method };
    case 'bankLink.BankLinkCancelled':
      return { ...(omit(link, 'expiresAt') as L), status: 'D' };
  }
}

/** Applies one event. */
export function evolve(link: BankLinkState, event: BankLinkEvent): BankLinkState {
  if (event.type === 'bankLink.BankLinkCreated') {
    const known = omit(event.data, 'accountType', 'nameOnAccount', 'bankName');
    return { ...known, status: 'A', failedAttempts: 0, revision: 0 };
  }
  if (!link) return link;
  const next = { ...evolveStatus(link, event), revision: link.revision + 1 };
  switch (event.type) {
    case 'bankLink.MicroDepositsSent':
      return { ...next, amountsKey: event.data.amountsKey };
    case 'bankLink.MicroDepositsMismatched':
      return { ...next, failedAttempts: link.failedAttempts + 1 };
    case 'bankLink.CancellationBegun':
      return { ...next, cancelling: true };
    case 'bankLink.CancellationTakenBack':
      return omit(next, 'cancelling');
    case 'bankLink.BankLinkCancelled':
      return { ...omit(next, 'cancelling'), cause: event.data.cause };
    default:
      return next;
  }
}
