import { defineContext } from '#libs/platform/service';
import { AttentionModule } from './attention.module.js';
import { itemDocuments } from './read-models/item.document.js';
import { itemEvents } from './item.registry.js';
import { SigningItems } from './reactions/signing-items.js';

/** Items for attention of members. */
export const attention = defineContext({
  name: 'attention',
  events: [itemEvents],
  projections: [itemDocuments],
  module: AttentionModule,
  reactions: [SigningItems],
});
