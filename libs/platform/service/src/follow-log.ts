import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore, StoredEvent } from '#libs/platform/event-store';

const PAUSE_MS = 1_000;

/** What is followed, and what is done about it. */
export interface Followed {
  /** How the types of the events start. */
  readonly typePrefixes: readonly string[];
  /** Answers the position to follow from; called again until it succeeds. */
  readonly start: () => Promise<bigint>;
  /** Takes the events one by one, in the order of the log; the one it fails at comes again. */
  readonly handle: (event: StoredEvent) => Promise<void>;
}

/** Hands on events that any process may append, until it is aborted: what this process has in memory is to follow them. */
export async function followLog(
  eventStore: EventStore,
  { typePrefixes, start, handle }: Followed,
  signal: AbortSignal,
): Promise<void> {
  const filter = { typePrefixes };
  let after: bigint | undefined;
  while (!signal.aborted) {
    try {
      after ??= await start();
      for await (const { events, position } of eventStore.subscribeToAll({
        after,
        filter,
        signal,
      })) {
        for (const event of events) {
          await handle(event);
          after = event.position;
        }
        after = position;
      }
    } catch {
      // the store is away; everything else meets that too and reports it
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
