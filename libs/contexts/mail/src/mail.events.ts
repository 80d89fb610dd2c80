import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent, Timestamp } from '#libs/platform/kernel';
import { ofMember } from '#libs/contexts/codes';

interface OfMail {
  readonly mailId: string;
  readonly loginId: string;
}

/** A mail to a member was requested. Contains no personal data: name and address are looked up when it is sent. */
export type MailRequested = DomainEvent<
  'mail.MailRequested',
  OfMail & {
    readonly firmId: string;
    /** For example `rtg-model-changed`. */
    readonly topic: string;
    readonly subject: string;
    /** Text between salutation and signature. */
    readonly text: string;
    readonly requestedAt: Timestamp;
  }
>;

/** The mail server is about to receive the byte that completes the mail. Until the outcome is known, nobody sends the mail again. */
export type MailOffered = DomainEvent<
  'mail.MailOffered',
  OfMail & {
    readonly attempt: number;
    /** Unique id of the offer. */
    readonly offer: string;
    /** Where the offering process notes that the mail went out, unique across machines; null if it doesn't. */
    readonly place: string | null;
  }
>;

/** The mail server accepted the mail, or it is in the outbox. */
export type MailSent = DomainEvent<'mail.MailSent', OfMail & { readonly attempt: number }>;

/** The mail server refused the mail temporarily, or disconnected without a reply; it is tried again. */
type MailDeferred = DomainEvent<
  'mail.MailDeferred',
  OfMail & {
    readonly attempt: number;
    /** Reply code of the server, or what went wrong. */
    readonly code: string;
    readonly nextAttemptAt: Timestamp;
  }
>;

/**
 * Why a mail failed. `given-up`: it was refused temporarily until its time was up. `unconfirmed`: the process that offered it died,
 * and it is unknown whether the mail server has it.
 */
export type MailFailure = 'refused' | 'given-up' | 'no-address' | 'unconfirmed';

/** The mail won't be sent unless an operator requeues it. */
export type MailFailed = DomainEvent<
  'mail.MailFailed',
  OfMail & { readonly attempt: number; readonly reason: MailFailure; readonly code: string | null }
>;

/** An operator requested that a failed mail is sent again. */
type MailRequeued = DomainEvent<
  'mail.MailRequeued',
  OfMail & {
    readonly requeuedAt: Timestamp;
  }
>;

/** Events of stream `mail-{mailId}`. */
export type MailEvent =
  MailRequested | MailOffered | MailSent | MailDeferred | MailFailed | MailRequeued;

/** Events of the streams `mail-{mailId}`. None contains personal data. */
export const mailEvents = defineEvents<MailEvent>({
  'mail.MailRequested': { history: { title: 'Mail requested', subjects: ofMember } },
  'mail.MailOffered': { history: { title: 'Mail offered to the mail server', subjects: ofMember } },
  'mail.MailSent': { history: { title: 'Mail sent', subjects: ofMember } },
  'mail.MailDeferred': { history: { title: 'Mail temporarily refused', subjects: ofMember } },
  'mail.MailFailed': { history: { title: 'Mail not sent', subjects: ofMember } },
  'mail.MailRequeued': { history: { title: 'Mail requeued', subjects: ofMember } },
});
