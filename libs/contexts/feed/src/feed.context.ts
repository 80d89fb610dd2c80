import { defineContext } from '#libs/platform/service';
import { FeedModule } from './feed.module.js';
import { feedEvents } from './feed.registry.js';
import { FeedTranslator } from './feed-translator.js';

/** What happens to accounts, published for other systems. */
export const feed = defineContext({
  name: 'feed',
  events: [feedEvents],
  projections: [],
  module: FeedModule,
  processes: [FeedTranslator],
});
