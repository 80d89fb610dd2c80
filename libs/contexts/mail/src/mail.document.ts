import type { Projection } from '#libs/platform/read-models';
import { type MailEvent, mailEvents } from './mail.events.js';
import { evolveMail, type Mail } from './mail.js';

export type MailDocument = Mail & { readonly revision: number };

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
