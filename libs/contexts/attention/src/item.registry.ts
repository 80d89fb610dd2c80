import { defineEvents } from '#libs/platform/event-store';
import type { ItemEvent } from './domain/item.events.js';

/** How the events of stream `ifa-{id}` are stored. None holds personal data. */
export const itemEvents = defineEvents<ItemEvent>({
  'attention.ItemRaised': { version: 1 },
  'attention.ItemRecorded': { version: 1 },
  'attention.ItemViewed': { version: 1 },
  'attention.ItemAgreed': { version: 1 },
  'attention.ItemRejected': { version: 1 },
  'attention.ItemWithdrawn': { version: 1 },
});
