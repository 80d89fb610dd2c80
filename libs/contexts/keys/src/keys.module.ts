import { Module } from '@nestjs/common';
import { EventSourcingModule } from '#libs/platform/service';
import { MasterKeyController } from './http/master-key.controller.js';
import { keysEvents } from './keys.registry.js';
import { MasterKeys } from './master-keys.js';
import { ReplaceMasterKeyHandler } from './use-cases/replace-master-key.js';

/** The master key that wraps all other keys. */
@Module({
  imports: [EventSourcingModule.forFeature({ events: [keysEvents] })],
  controllers: [MasterKeyController],
  providers: [ReplaceMasterKeyHandler, MasterKeys],
})
export class KeysModule {}
