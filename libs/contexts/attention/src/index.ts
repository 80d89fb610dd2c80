export { AttentionModule } from './attention.module.js';
export { KnowsLinkedAccounts, type LinkedAccounts } from './item.ports.js';
export type { ItemOwner } from './item.events.js';
export { type ItemCommand, itemForAttention } from './item.js';
