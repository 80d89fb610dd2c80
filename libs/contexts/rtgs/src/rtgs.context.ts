import { defineContext } from '#libs/platform/service';
import { rtgDocuments } from './read-models/rtg.document.js';
import { rtgSubscriptionDocuments } from './read-models/subscription.document.js';
import { rtgEvents, rtgNoticesEvents } from './rtg.registry.js';
import { RtgsModule } from './rtgs.module.js';
import { TellFollowers } from './reactions/tell-followers.js';

/** RTG folio models, the subscription of folios to them, and what members who follow one are told. */
export const rtgs = defineContext({
  name: 'rtgs',
  events: [rtgEvents, rtgNoticesEvents],
  projections: [rtgDocuments, rtgSubscriptionDocuments],
  module: RtgsModule,
  reactions: [TellFollowers],
});
