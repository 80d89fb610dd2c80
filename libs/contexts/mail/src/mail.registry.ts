import { defineEvents, ofMember } from '#libs/platform/event-store';
import type { MailEvent } from './domain/mail.events.js';

/** How the events of stream `mail-{mailId}` are stored. None holds personal data. */
export const mailEvents = defineEvents<MailEvent>({
  'mail.MailRequested': { history: { title: 'Mail requested', subjects: ofMember } },
  'mail.MailOffered': { history: { title: 'Mail offered to the mail server', subjects: ofMember } },
  'mail.MailSent': { history: { title: 'Mail sent', subjects: ofMember } },
  'mail.MailDeferred': { history: { title: 'Mail refused for now', subjects: ofMember } },
  'mail.MailFailed': { history: { title: 'Mail not sent', subjects: ofMember } },
  'mail.MailRequeued': { history: { title: 'Mail to be sent once more', subjects: ofMember } },
});
