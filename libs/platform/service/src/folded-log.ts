import type { EventCodec, EventStore } from '#libs/platform/event-store';
import { type Skip, SkippedEvents } from '#libs/platform/read-models';

/** Event of the context `operations`. */
const SKIPPED = 'operations.EventSkipped';

/** The log as documents are folded from it. */
export interface FoldedLog {
  readonly eventStore: EventStore;
  readonly decode: EventCodec['decode'];
  /** What operators had read models skip, from streams `operations-{projection}`: a lost document store does not lose it. */
  readonly skipped: SkippedEvents;
}

/** The log as read models take it: without what operators had them skip. */
export function foldedLog(eventStore: EventStore, codec: EventCodec): FoldedLog {
  const skipped = new SkippedEvents(async (projection) => {
    const skips: Skip[] = [];
    for await (const stored of eventStore.readStream(`operations-${projection}`)) {
      if (!stored.type.startsWith(`${SKIPPED}.v`)) continue;
      for (const event of await codec.decode([stored])) {
        const { version, position } = event?.data as { version: number; position: string };
        skips.push({ version, position: BigInt(position) });
      }
    }
    return skips;
  });
  return { eventStore, decode: codec.decode.bind(codec), skipped };
}
