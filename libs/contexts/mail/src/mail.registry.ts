import { defineEvents, ofMember } from '#libs/platform/event-store';
import type { MailEvent } from './domain/mail.events.js';

/** Events of the streams `mail-{mailId}`. None contains personal data. */
export const mailEvents = defineEvents<MailEvent>({
  'mail.MailRequested': { history: { title: 'Mail requested', subjects: ofMember } },
  'mail.MailOffered': { history: { title: 'Mail offered to the mail server', subjects: ofMember } },
  'mail.MailSent': { history: { title: 'Mail sent', subjects: ofMember } },
  'mail.MailDeferred': { history: { title: 'Mail temporarily refused', subjects: ofMember } },
  'mail.MailFailed': { history: { title: 'Mail not sent', subjects: ofMember } },
  'mail.MailRequeued': { history: { title: 'Mail requeued', subjects: ofMember } },
});
