import { Global, Module } from '@nestjs/common';
import { RTG_DIRECTORY } from '#libs/contexts/folios';
import { BackofficeRtgsController } from './http/backoffice-rtgs.controller.js';
import { Followers } from './followers.js';
import { RtgSubscriptionController } from './http/rtg-subscription.controller.js';
import { RtgsController } from './http/rtgs.controller.js';
import { StreamRtgDirectory } from './stream-rtg-directory.js';
import { TellFollowers } from './reactions/tell-followers.js';
import { PutRtgHandler } from './use-cases/put-rtg.js';
import { SubscribeToRtgHandler } from './use-cases/subscribe-to-rtg.js';

/** Global, so that folios find their directory of models without importing this context. */
@Global()
@Module({
  controllers: [RtgsController, BackofficeRtgsController, RtgSubscriptionController],
  providers: [
    { provide: RTG_DIRECTORY, useClass: StreamRtgDirectory },
    Followers,
    TellFollowers,
    PutRtgHandler,
    SubscribeToRtgHandler,
  ],
  exports: [RTG_DIRECTORY],
})
export class RtgsModule {}
