import { Module } from '@nestjs/common';
import { BackofficeItemsController } from './http/backoffice-items.controller.js';
import { ItemAccess } from './item-access.js';
import { ItemsController } from './http/items.controller.js';
import { SigningItems } from './reactions/signing-items.js';
import { PutItemHandler } from './use-cases/put-item.js';
import { RespondToItemHandler } from './use-cases/respond-to-item.js';

/** Items for attention: routes, use cases, and what raises and settles them. */
@Module({
  controllers: [ItemsController, BackofficeItemsController],
  providers: [ItemAccess, SigningItems, PutItemHandler, RespondToItemHandler],
})
export class AttentionModule {}
