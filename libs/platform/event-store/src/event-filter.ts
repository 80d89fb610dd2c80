import type { EventFilter } from './event-store.js';

/** The store's own events and streams start with `$`; nobody else gets to see them. */
export function isSystemEvent(event: { readonly stream: string; readonly type: string }): boolean {
  return event.type.startsWith('$') || event.stream.startsWith('$');
}

/** The selection a filter makes, as a test. System events never pass; an empty list of prefixes lets nothing pass. */
export function matchesFilter(
  filter: EventFilter | undefined,
): (event: { readonly stream: string; readonly type: string }) => boolean {
  return (event) =>
    !isSystemEvent(event) &&
    (filter?.streamPrefixes?.some((prefix) => event.stream.startsWith(prefix)) ?? true) &&
    (filter?.typePrefixes?.some((prefix) => event.type.startsWith(prefix)) ?? true);
}
