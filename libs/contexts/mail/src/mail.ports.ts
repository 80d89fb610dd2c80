import { NamedError } from '#libs/platform/kernel';

/** An outgoing mail: plain text to one recipient. */
export interface OutgoingMail {
  /** The same id is the same message, with the same Message-ID. Letters, digits and hyphens. */
  readonly id: string;
  /** Address of the recipient. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** When it was written, ISO-8601; unchanged if it is sent again. */
  readonly date: string;
}

/** Token of the {@link Mailer}. */
export const MAILER = Symbol('Mailer');

/** Delivers mails. */
export interface Mailer {
  /**
   * Resolves once the next host (or the disk) has accepted the mail.
   * @param offered called once, right before the step after which the next host may have the mail even if it never confirms. The step is
   * taken as soon as this resolves, and not at all if it rejects. Not called if repeating the mail does no harm. `place` identifies the
   * notes that record the step; null if nothing records it.
   * @throws MailRefusedError if this mail is rejected; after `offered` also if there was no response
   * @throws MailServerUnavailableError if no mail can be sent now; `offered` has not been called
   * @throws what `offered` throws
   */
  send(mail: OutgoingMail, offered: (place: string | null) => Promise<void>): Promise<void>;
  /** Whether a mail offered at a place by a process that died certainly never left it. False if unknown. */
  wasNeverSent(id: string, place: string | null): boolean;
  /** The outcome of a mail is on record, so `wasNeverSent` won't be called for it. */
  settled(id: string): void;
  /** Deletes the local copy of a mail, if there is one. */
  forget(id: string): Promise<void>;
  /** Closes connections once mails in progress are done. */
  close(): Promise<void>;
}

/** The server rejected this mail, or did not confirm that it accepted it. */
export class MailRefusedError extends NamedError {
  constructor(
    /** True: it would be rejected again (SMTP 5xx). False: it may be accepted later (4xx). */
    readonly permanent: boolean,
    /** The server's reply code, or the name of the failure; never its text, which may quote addresses. */
    readonly code: string,
  ) {
    super(`the mail was refused: ${code}`);
  }
}

/** The server is unreachable, does not respond, or rejects the credentials. */
export class MailServerUnavailableError extends NamedError {
  constructor(readonly code: string) {
    super(`no mail can be sent: ${code}`);
  }
}
