import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { EventSourcingModule } from '#libs/platform/service';
import {
  BackofficeItemsForAttentionController,
  ItemsForAttentionController,
} from './items.controller.js';
import { itemEvents } from './item.events.js';
import { SigningItems } from './item.reactions.js';
import { itemDocuments } from './item.document.js';
import { PutItemHandler } from './item.handlers.js';

/** Items for attention of members. */
@Module({
  imports: [
    MembersModule,
    EventSourcingModule.forFeature({ events: [itemEvents], projections: [itemDocuments] }),
  ],
  controllers: [ItemsForAttentionController, BackofficeItemsForAttentionController],
  providers: [PutItemHandler, SigningItems],
})
export class AttentionModule {}
