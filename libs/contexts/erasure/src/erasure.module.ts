import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { FoliosModule } from '#libs/contexts/folios';
import { CashModule } from '#libs/contexts/cash';
import { AccountsModule } from '#libs/contexts/accounts';
import { AuditModule } from '#libs/contexts/audit';
import { EventSourcingModule } from '#libs/platform/service';
import { erasureNoticeEvents } from './erasure-notice.events.js';
import { BlankedReadModels, CertifyErasures, NotifySubscribers } from './erasure.reactions.js';
import { Certificates } from './erasure.queries.js';
import { ErasureController } from './erasure.controller.js';
import { Retention } from './erasure.facts.js';
import { ErasePersonHandler } from './erasure.handlers.js';

/** Erasure of the personal data of members and trustees. The platform defines its events. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    CashModule,
    FoliosModule,
    MembersModule,
    EventSourcingModule.forFeature({ events: [erasureNoticeEvents] }),
  ],
  controllers: [ErasureController],
  providers: [
    ErasePersonHandler,
    Retention,
    BlankedReadModels,
    Certificates,
    CertifyErasures,
    NotifySubscribers,
  ],
})
export class ErasureModule {}
