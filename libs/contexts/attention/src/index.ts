export * from './domain/item.events.js';
export * from './domain/item.commands.js';
export { itemForAttention } from './domain/item.js';
export { isFinal, type Item } from './domain/item.state.js';
export * from './read-models/item.document.js';
export * from './item.registry.js';
export { AttentionModule } from './attention.module.js';
