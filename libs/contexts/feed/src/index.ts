export { feed } from './feed.context.js';
export { feedEvents } from './feed.registry.js';
export { FeedTranslator } from './feed-translator.js';
export { feedPrefix, feedStream } from './domain/feed-stream.js';
export { type FeedEvent, type PublishedEvent, toPublishedEvent } from './domain/published-event.js';
export { isPublishedType, PUBLISHED_TYPES, type PublishedType } from './domain/contract/index.js';
export { SOURCE_TYPES, translate } from './translation/translate.js';
export { asyncApi } from './domain/contract/asyncapi.js';
export { type EventSchema, eventSchemas } from './domain/contract/schemas.js';
