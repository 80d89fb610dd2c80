/**
 * Names of all types of events that are published, in order, for the annotations of shapes: these come before it is known which
 * contexts there are. `FeedContract` fills it, before anything is checked or described.
 */
export const EVENT_TYPES: string[] = [];
