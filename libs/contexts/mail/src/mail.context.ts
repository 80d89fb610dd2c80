import { defineContext } from '#libs/platform/service';
import { mailDocuments } from './read-models/mail.document.js';
import { ForgetErased } from './reactions/forget-erased.js';
import { MailModule } from './mail.module.js';
import { MailSender } from './mail-sender.js';
import { mailEvents } from './mail.registry.js';

/** Mails to members. */
export const mail = defineContext({
  name: 'mail',
  events: [mailEvents],
  projections: [mailDocuments],
  module: MailModule,
  tasks: [MailSender],
  reactions: [ForgetErased],
});
