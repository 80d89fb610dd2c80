import { defineContext } from '#libs/platform/service';
import { MailsController } from './http/mails.controller.js';
import { MailSender } from './mail-sender.js';
import { mailEvents } from './mail.registry.js';
import { ForgetErased } from './reactions/forget-erased.js';
import { mailDocuments } from './read-models/mail.document.js';
import { RequeueMailHandler } from './use-cases/requeue-mail.js';

/** Mails to members. */
export const mail = defineContext({
  name: 'mail',
  events: [mailEvents],
  projections: [mailDocuments],
  controllers: [MailsController],
  useCases: [RequeueMailHandler],
  tasks: [MailSender],
  reactions: [ForgetErased],
});
