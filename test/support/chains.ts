import { expect } from '@jest/globals';
import type { StoredEvent } from '#libs/platform/event-store';
import { eventHash } from '#libs/platform/proof';

/** Expects each event to carry the hash of the previous event of its stream. */
export function verifyChain(log: readonly StoredEvent[]): void {
  const newest = new Map<string, StoredEvent>();
  for (const event of log) {
    const before = newest.get(event.stream);
    const hash = before && eventHash(before);
    expect([event.stream, event.revision, event.metadata['previousHash']]).toEqual([
      event.stream,
      (before?.revision ?? -1) + 1,
      hash,
    ]);
    newest.set(event.stream, event);
  }
}
