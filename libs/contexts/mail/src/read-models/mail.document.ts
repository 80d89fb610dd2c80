import { omit, wireTimestamp } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import type { MailEvent } from '../domain/mail.events.js';
import { evolveMail, type Mail } from '../domain/mail.js';
import type { MailResponse } from '../http/mail.dto.js';
import { mailEvents } from '../mail.registry.js';

type MailDocument = Mail & { readonly revision: number };

/** Names of the indexes. */
export const MailIndex = {
  Due: 'due',
  Status: 'status',
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
  events: Object.keys(mailEvents) as MailEvent['type'][],
  documents: (event) => [event.data.mailId],
  fold(document, event) {
    const mail = evolveMail(document, event);
    return mail && { ...mail, revision: event.revision };
  },
};

/** A mail as an operator sees it. */
export function toMailResponse(mail: MailDocument): MailResponse {
  return {
    ...omit(mail, 'text', 'offered', 'deferrals', 'triedSince', 'revision'),
    requestedAt: wireTimestamp(mail.requestedAt),
    dueAt: mail.dueAt === null ? null : wireTimestamp(mail.dueAt),
  };
}
