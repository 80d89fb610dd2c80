import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { EventSourcingModule, PLATFORM, type Platform } from '#libs/platform/service';
import { MailsController } from './mails.controller.js';
import { ForgetErased, MailSender } from './mail.reactions.js';
import { mailEvents } from './mail.events.js';
import { mailDocuments } from './mail.document.js';
import { MAILER } from './mail.ports.js';

/** Mails to members. */
@Module({
  imports: [
    MembersModule,
    EventSourcingModule.forFeature({ events: [mailEvents], projections: [mailDocuments] }),
  ],
  controllers: [MailsController],
  providers: [
    ForgetErased,
    MailSender,
    {
      provide: MAILER,
      inject: [PLATFORM],
      useFactory: ({ config, ids, keep }: Platform) =>
        keep(import('./sending/mailers.js').then(({ openMailer }) => openMailer(config, ids))),
    },
  ],
})
export class MailModule {}
