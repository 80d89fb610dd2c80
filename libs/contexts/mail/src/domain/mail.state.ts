import type { RecordedOf } from '#libs/platform/kernel';
import type { MailEvent, MailFailure, MailOffered, MailRequested } from './mail.events.js';

/** `due`: to be sent at `dueAt`, or being sent. */
export type MailStatus = 'due' | 'sent' | 'failed';

/** A mail as it stands. */
export type Mail = { readonly [Key in keyof Fields]: Fields[Key] };

/** An offer that nothing is known of yet. */
export type Offer = Pick<MailOffered['data'], 'offer' | 'place'>;

/** What a mail was requested with. */
export type Requested = MailRequested['data'];

interface Fields extends Requested {
  readonly status: MailStatus;
  /** How often it was handed to the mail server. */
  readonly attempts: number;
  readonly offered: Offer | null;
  /** Refusals for now since it was requested, or requeued. */
  readonly deferrals: number;
  /** ISO-8601 UTC; null once it is settled. */
  readonly dueAt: string | null;
  /** Since when it is tried: ISO-8601 UTC. */
  readonly triedSince: string;
  /** Of the last attempt that failed. */
  readonly code: string | null;
  readonly failure: MailFailure | null;
}

/** A mail that was never requested is undefined. */
export type MailState = Mail | undefined;

/** The mail after an event. */
export function evolveMail(mail: MailState, event: MailEvent | RecordedOf<MailEvent>): MailState {
  if (event.type === 'mail.MailRequested') {
    const { requestedAt } = event.data;
    return {
      ...event.data,
      status: 'due',
      attempts: 0,
      offered: null,
      deferrals: 0,
      dueAt: requestedAt,
      triedSince: requestedAt,
      code: null,
      failure: null,
    };
  }
  if (!mail) return undefined;
  switch (event.type) {
    case 'mail.MailOffered': {
      const { offer, place } = event.data;
      return { ...mail, offered: { offer, place } };
    }
    case 'mail.MailSent': {
      const { attempt: attempts } = event.data;
      const settled = { offered: null, dueAt: null, code: null, failure: null };
      return { ...mail, status: 'sent', attempts, ...settled };
    }
    case 'mail.MailDeferred': {
      const { attempt: attempts, code, nextAttemptAt: dueAt } = event.data;
      return { ...mail, attempts, offered: null, deferrals: mail.deferrals + 1, code, dueAt };
    }
    case 'mail.MailFailed': {
      const { attempt: attempts, code, reason: failure } = event.data;
      return { ...mail, status: 'failed', attempts, offered: null, dueAt: null, code, failure };
    }
    case 'mail.MailRequeued': {
      const { requeuedAt: dueAt } = event.data;
      return { ...mail, status: 'due', deferrals: 0, dueAt, triedSince: dueAt, failure: null };
    }
  }
}
