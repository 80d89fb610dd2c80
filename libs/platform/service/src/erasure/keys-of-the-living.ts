import { AggregateStore, type EventStore } from '#libs/platform/event-store';
import type { KeyStore } from '#libs/platform/runtime';
import { ERASURE_LIST, erasureDecider, type ErasureEvent } from './erasure.js';

/**
 * The keys of a key store for a process that destroys none itself: those of everybody who has been erased pass for destroyed,
 * also where a backup of the key store has brought them back and no service has started since.
 */
export async function keysOfTheLiving(
  keys: KeyStore,
  eventStore: Pick<EventStore, 'readStream'>,
): Promise<KeyStore> {
  const erased = new Set<string>();
  const list = AggregateStore.stream(erasureDecider, ERASURE_LIST);
  for await (const { data } of eventStore.readStream(list)) {
    erased.add((data as unknown as ErasureEvent['data']).keyId);
  }
  return {
    open: (subjects) => keys.open(subjects),
    keyOf: (subject) => (erased.has(subject) ? undefined : keys.keyOf(subject)),
    ensure: (subject) => keys.ensure(subject),
    destroy: (subject) => keys.destroy(subject),
    secret: (name) => keys.secret(name),
    close: () => keys.close(),
  };
}
