import { wireTimestamp } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import type { MailEvent } from '../domain/mail.events.js';
import { evolveMail, type Mail } from '../domain/mail.state.js';
import type { MailAnswer } from '../http/mail.dto.js';

/** One mail as it stands; `revision` is that of its stream. */
export type MailDocument = Mail & { readonly revision: number };

/** Indexes of the mails by name. */
export const MailIndex = {
  /** status, dueAt: what is to be sent next. */
  Due: 'due',
  /** status, requestedAt. */
  Status: 'status',
  /** loginId. */
  Recipient: 'recipient',
} as const;

/** Read model `mail.mail`, one document per mail. */
export const mailDocuments: Projection<MailDocument, MailEvent> = {
  name: 'mail.mail',
  version: 3,
  indexes: [
    { name: MailIndex.Due, fields: ['status', 'dueAt'] },
    { name: MailIndex.Status, fields: ['status', 'requestedAt'] },
    { name: MailIndex.Recipient, fields: ['loginId'] },
  ],
  events: [
    'mail.MailRequested',
    'mail.MailOffered',
    'mail.MailSent',
    'mail.MailDeferred',
    'mail.MailFailed',
    'mail.MailRequeued',
  ],
  documents: (event) => [event.data.mailId],
  fold(document, event) {
    const mail = evolveMail(document, event);
    return mail && { ...mail, revision: event.revision };
  },
};

/** A mail as an operator sees it. */
export function toMailAnswer(mail: MailDocument): MailAnswer {
  return {
    mailId: mail.mailId,
    loginId: mail.loginId,
    firmId: mail.firmId,
    topic: mail.topic,
    subject: mail.subject,
    status: mail.status,
    attempts: mail.attempts,
    requestedAt: wireTimestamp(mail.requestedAt),
    dueAt: mail.dueAt === null ? null : wireTimestamp(mail.dueAt),
    failure: mail.failure,
    code: mail.code,
  };
}
