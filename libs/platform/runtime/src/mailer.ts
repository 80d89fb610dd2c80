import { NamedError } from '#libs/platform/kernel';

/** A mail on its way out: plain text to one person. */
export interface OutgoingMail {
  /** Identity: the same id again is the same message, with the same Message-ID. Letters, digits and hyphens. */
  readonly id: string;
  /** Address of the recipient. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** When it was written, ISO-8601: the same each time it is sent. */
  readonly date: string;
}

/** Hands mails over for delivery. */
export interface Mailer {
  /**
   * Resolves once the mail is in the hands of the next host (or on disk).
   * @param offered called once, right before the step after which the next host may have the mail whether it says so or not. The step
   * is taken as soon as this resolves, and not at all when it rejects. Never called where the same mail again does no harm. `place` names
   * where it is noted that the step was taken; null where nobody notes it.
   * @throws MailRefusedError when this mail is not taken; after `offered` also when there was no answer
   * @throws MailServerAwayError when no mail is taken now; `offered` has not been called
   * @throws what `offered` throws
   */
  send(mail: OutgoingMail, offered: (place: string | null) => Promise<void>): Promise<void>;
  /** Whether a mail that was offered at a place by a process that is gone surely never left it. False where that is not known. */
  keptBack(id: string, place: string | null): boolean;
  /** It is on record what came of a mail, so that nobody will ask whether it was kept back. */
  settled(id: string): void;
  /** Removes what is kept here of a mail that was sent; nothing when there is none. What left this machine has left it. */
  forget(id: string): Promise<void>;
  /** Lets go of connections, as soon as the mails under way are through. */
  close(): Promise<void>;
}

/** The server refused this mail, or did not say that it took it. */
export class MailRefusedError extends NamedError {
  constructor(
    /** It would be refused again (SMTP 5xx); otherwise it may be taken later (4xx). */
    readonly permanent: boolean,
    /** The server's reply code, or the name of what went wrong; never its text, which repeats addresses. */
    readonly code: string,
  ) {
    super(`the mail was refused: ${code}`);
  }
}

/** The server can't be reached, does not answer, or does not let this service in. */
export class MailServerAwayError extends NamedError {
  constructor(readonly code: string) {
    super(`no mail can be sent: ${code}`);
  }
}

/** Message-ID of a mail. */
export function messageIdOf(mailId: string, from: string): string {
  return `<${mailId}@${/@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`;
}
