import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { MailModule } from '#libs/contexts/mail';
import { AttentionModule } from '#libs/contexts/attention';
import { AccountsModule } from '#libs/contexts/accounts';
import { FoliosModule, RtgDirectory } from '#libs/contexts/folios';
import { EventSourcingModule } from '#libs/platform/service';
import {
  BackofficeRtgsController,
  RtgsController,
  RtgSubscriptionController,
} from './rtgs.controller.js';
import { NotifyFollowers } from './rtg.reactions.js';
import { rtgDocuments, rtgSubscriptionDocuments } from './rtg.document.js';
import { rtgEvents, rtgNoticesEvents } from './rtg.events.js';
import { StreamRtgDirectory } from './rtg.facts.js';
import { SubscribeToRtgHandler } from './rtg.handlers.js';

/** RTG folio models, the subscription of folios to them, and notices to the members who follow one. */
@Module({
  imports: [
    AccountsModule,
    AttentionModule,
    FoliosModule,
    MailModule,
    MembersModule,
    EventSourcingModule.forFeature({
      events: [rtgEvents, rtgNoticesEvents],
      projections: [rtgDocuments, rtgSubscriptionDocuments],
    }),
  ],
  controllers: [RtgsController, BackofficeRtgsController, RtgSubscriptionController],
  providers: [
    SubscribeToRtgHandler,
    NotifyFollowers,
    { provide: RtgDirectory, useClass: StreamRtgDirectory },
  ],
})
export class RtgsModule {}
