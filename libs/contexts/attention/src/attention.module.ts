import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { EventSourcingModule } from '#libs/platform/service';
import { BackofficeItemsController, ItemsController } from './items.controller.js';
import { itemEvents } from './item.events.js';
import { SigningItems } from './item.reactions.js';
import { itemDocuments } from './item.document.js';
import { PutItemHandler, RespondToItemHandler } from './item.handlers.js';

/** Items for attention of members. */
@Module({
  imports: [
    MembersModule,
    EventSourcingModule.forFeature({ events: [itemEvents], projections: [itemDocuments] }),
  ],
  controllers: [ItemsController, BackofficeItemsController],
  providers: [PutItemHandler, RespondToItemHandler, SigningItems],
})
export class AttentionModule {}
