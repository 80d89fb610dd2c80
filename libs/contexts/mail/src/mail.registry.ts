import { defineEvents } from '#libs/platform/event-store';
import type { MailEvent } from './domain/mail.events.js';

/** How the events of stream `mail-{mailId}` are stored. None holds personal data. */
export const mailEvents = defineEvents<MailEvent>({
  'mail.MailRequested': { version: 1 },
  'mail.MailOffered': { version: 1 },
  'mail.MailSent': { version: 1 },
  'mail.MailDeferred': { version: 1 },
  'mail.MailFailed': { version: 1 },
  'mail.MailRequeued': { version: 1 },
});
