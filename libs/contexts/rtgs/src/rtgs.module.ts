import { Global, Module } from '@nestjs/common';
import { RTG_DIRECTORY } from '#libs/contexts/folios';
import { BackofficeRtgsController } from './backoffice-rtgs.controller.js';
import { Followers } from './followers.js';
import { RtgSubscriptionController } from './rtg-subscription.controller.js';
import { RtgsController } from './rtgs.controller.js';
import { StreamRtgDirectory } from './stream-rtg-directory.js';
import { TellFollowers } from './tell-followers.js';

/** Global, so that folios find their directory of models without importing this context. */
@Global()
@Module({
  controllers: [RtgsController, BackofficeRtgsController, RtgSubscriptionController],
  providers: [{ provide: RTG_DIRECTORY, useClass: StreamRtgDirectory }, Followers, TellFollowers],
  exports: [RTG_DIRECTORY],
})
export class RtgsModule {}
