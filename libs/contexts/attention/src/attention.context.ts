import { defineContext } from '#libs/platform/service';
import { BackofficeItemsController, ItemsController } from './http/items.controller.js';
import { itemEvents } from './item.registry.js';
import { SigningItems } from './reactions/signing-items.js';
import { itemDocuments } from './read-models/item.document.js';
import { PutItemHandler } from './use-cases/put-item.js';
import { RespondToItemHandler } from './use-cases/respond-to-item.js';

/** Items for attention of members. */
export const attention = defineContext({
  name: 'attention',
  events: [itemEvents],
  projections: [itemDocuments],
  controllers: [ItemsController, BackofficeItemsController],
  useCases: [PutItemHandler, RespondToItemHandler],
  reactions: [SigningItems],
});
