export { AttentionModule } from './attention.module.js';
export { LinkedAccounts } from './item.handlers.js';
export type { ItemOwner } from './item.events.js';
export { type ItemCommand, itemForAttention } from './item.js';
