import { Module } from '@nestjs/common';
import { BackofficeItemsController } from './http/backoffice-items.controller.js';
import { ItemAccess } from './item-access.js';
import { ItemsController } from './http/items.controller.js';
import { SigningItems } from './signing-items.js';

/** Items for attention: routes, and what raises and settles them. */
@Module({
  controllers: [ItemsController, BackofficeItemsController],
  providers: [ItemAccess, SigningItems],
})
export class AttentionModule {}
