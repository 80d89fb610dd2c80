import { Module } from '@nestjs/common';
import { EventSourcingModule } from '#libs/platform/service';
import { MasterKeyController } from './master-key.controller.js';
import { keysEvents } from './master-key.events.js';
import { MasterKeys } from './master-key.queries.js';
import { ReplaceMasterKeyHandler } from './master-key.handlers.js';

/** The master key that wraps all other keys. */
@Module({
  imports: [EventSourcingModule.forFeature({ events: [keysEvents] })],
  controllers: [MasterKeyController],
  providers: [ReplaceMasterKeyHandler, MasterKeys],
})
export class KeysModule {}
