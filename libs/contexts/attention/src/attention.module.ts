import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { EventSourcingModule } from '#libs/platform/service';
import { BackofficeItemsController, ItemsController } from './http/items.controller.js';
import { itemEvents } from './item.registry.js';
import { SigningItems } from './reactions/signing-items.js';
import { itemDocuments } from './read-models/item.document.js';
import { PutItemHandler } from './use-cases/put-item.js';
import { RespondToItemHandler } from './use-cases/respond-to-item.js';

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
