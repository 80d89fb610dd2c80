import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { EventSourcingModule } from '#libs/platform/service';
import { MailsController } from './http/mails.controller.js';
import { MailSender } from './mail-sender.js';
import { mailEvents } from './mail.registry.js';
import { ForgetErased } from './reactions/forget-erased.js';
import { mailDocuments } from './read-models/mail.document.js';
import { RequeueMailHandler } from './use-cases/requeue-mail.js';

/** Mails to members. */
@Module({
  imports: [
    MembersModule,
    EventSourcingModule.forFeature({ events: [mailEvents], projections: [mailDocuments] }),
  ],
  controllers: [MailsController],
  providers: [RequeueMailHandler, ForgetErased, MailSender],
})
export class MailModule {}
