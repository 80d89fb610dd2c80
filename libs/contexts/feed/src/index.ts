export { FeedModule } from './feed.module.js';
export { FeedTranslator } from './feed-translator.js';
export { toPublishedEvent } from './domain/published-event.js';
export { FeedContract } from './feed-contract.js';
