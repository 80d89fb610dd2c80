import { Module } from '@nestjs/common';
import { ForgetErased } from './reactions/forget-erased.js';
import { MailSender } from './mail-sender.js';
import { MailsController } from './http/mails.controller.js';
import { RequeueMailHandler } from './use-cases/requeue-mail.js';

/** Mails: what sends them, and what operators see of them. */
@Module({
  controllers: [MailsController],
  providers: [MailSender, ForgetErased, RequeueMailHandler],
})
export class MailModule {}
