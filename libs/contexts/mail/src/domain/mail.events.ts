import type { DomainEvent } from '#libs/platform/kernel';

interface OfMail {
  readonly mailId: string;
  /** Login id of the recipient. */
  readonly loginId: string;
}

/** A member is to get a mail. Holds no personal data: name and address are looked up when it is sent. */
export type MailRequested = DomainEvent<
  'mail.MailRequested',
  OfMail & {
    readonly firmId: string;
    /** What the mail is about, such as `rtg-model-changed`. */
    readonly topic: string;
    readonly subject: string;
    /** Text between salutation and signature. */
    readonly text: string;
    /** ISO-8601 UTC. */
    readonly requestedAt: string;
  }
>;

/**
 * The mail server is about to get the byte that makes the mail its own. Until something is known of what came of it, nobody sends the
 * mail again.
 */
export type MailOffered = DomainEvent<
  'mail.MailOffered',
  OfMail & {
    readonly attempt: number;
    /** Whose offer it is: an id that nobody else has. */
    readonly offer: string;
    /** Where the process that offers it notes that it went out: a name that no other machine has; null where it doesn't. */
    readonly place: string | null;
  }
>;

/** The mail server took the mail, or it stands in the outbox. */
export type MailSent = DomainEvent<'mail.MailSent', OfMail & { readonly attempt: number }>;

/** The mail server refused the mail for now, or went away without a word of it; it is tried again. */
export type MailDeferred = DomainEvent<
  'mail.MailDeferred',
  OfMail & {
    readonly attempt: number;
    /** The server's reply code, or what went wrong. */
    readonly code: string;
    /** ISO-8601 UTC. */
    readonly nextAttemptAt: string;
  }
>;

/**
 * Why a mail is not sent. `given-up`: it was refused for now until the time for it was over. `unconfirmed`: the process that offered
 * it is gone, and whether the mail server has it is not known.
 */
export type MailFailure = 'refused' | 'given-up' | 'no-address' | 'unconfirmed';

/** The mail is not sent any more, unless an operator asks for it. */
export type MailFailed = DomainEvent<
  'mail.MailFailed',
  OfMail & { readonly attempt: number; readonly reason: MailFailure; readonly code: string | null }
>;

/** An operator has a mail that failed sent once more. */
export type MailRequeued = DomainEvent<
  'mail.MailRequeued',
  OfMail & {
    /** ISO-8601 UTC. */
    readonly requeuedAt: string;
  }
>;

/** Everything that happens in stream `mail-{mailId}`. */
export type MailEvent =
  MailRequested | MailOffered | MailSent | MailDeferred | MailFailed | MailRequeued;
