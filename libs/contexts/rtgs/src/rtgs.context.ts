import { RtgDirectory } from '#libs/contexts/folios';
import { defineContext } from '#libs/platform/service';
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
export const rtgs = defineContext({
  name: 'rtgs',
  events: [rtgEvents, rtgNoticesEvents],
  projections: [rtgDocuments, rtgSubscriptionDocuments],
  controllers: [RtgsController, BackofficeRtgsController, RtgSubscriptionController],
  useCases: [PutRtgHandler, SubscribeToRtgHandler],
  providers: [{ provide: RtgDirectory, useClass: StreamRtgDirectory }],
  exports: [RtgDirectory],
  reactions: [NotifyFollowers],
});
