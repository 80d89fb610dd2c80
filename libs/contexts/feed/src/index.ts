export { feed } from './feed.context.js';
export { FeedTranslator } from './feed-translator.js';
export { type FeedEvent, toPublishedEvent } from './domain/published-event.js';
export { isPublishedType } from './domain/contract/index.js';
export { SOURCE_TYPES, translate } from './translation/translate.js';
export { asyncApi } from './domain/contract/asyncapi.js';
export { eventSchemas } from './domain/contract/schemas.js';
