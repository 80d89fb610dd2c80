import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { MailModule } from '#libs/contexts/mail';
import { AttentionModule } from '#libs/contexts/attention';
import { AccountsModule } from '#libs/contexts/accounts';
import { FoliosModule } from '#libs/contexts/folios';
import { EventSourcingModule } from '#libs/platform/service';
import {
  BackofficeRtgsController,
  RtgsController,
  RtgSubscriptionController,
} from './http/rtgs.controller.js';
import { NotifyFollowers } from './reactions/tell-followers.js';
import { rtgDocuments } from './read-models/rtg.document.js';
import { rtgSubscriptionDocuments } from './read-models/subscription.document.js';
import { rtgEvents, rtgNoticesEvents } from './rtg.registry.js';
import { StreamRtgDirectory } from './stream-rtg-directory.js';
import { PutRtgHandler } from './use-cases/put-rtg.js';
import { SubscribeToRtgHandler } from './use-cases/subscribe-to-rtg.js';

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
  providers: [PutRtgHandler, SubscribeToRtgHandler, StreamRtgDirectory, NotifyFollowers],
})
export class RtgsModule {}
