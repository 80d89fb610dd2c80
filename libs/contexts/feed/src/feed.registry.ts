import { defineEvents } from '#libs/platform/event-store';
import type { FeedEvent } from './domain/published-event.js';

/** How published events are stored. None holds personal data. */
export const feedEvents = defineEvents<FeedEvent>({ 'feed.EventPublished': { version: 1 } });
