import type { EventCodec, EventStore } from '#libs/platform/event-store';
import { type Skip, SkippedEvents } from '#libs/platform/read-models';

/** An event of the `operations` context. */
const SKIPPED = 'operations.EventSkipped';

/** What folding documents needs of the log. */
export interface FoldedLog {
  readonly eventStore: EventStore;
  readonly decode: EventCodec['decode'];
  /** Events that operators told read models to skip. Read from the log (`operations-{projection}`), so a lost document store loses none. */
  readonly skipped: SkippedEvents;
}

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
