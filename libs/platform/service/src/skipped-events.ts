import type { EventCodec, EventStore } from '#libs/platform/event-store';
import { type Skip, SkippedEvents } from '#libs/platform/read-models';

/** Event of the context `operations`. */
const SKIPPED = 'operations.EventSkipped';

/** What operators had read models skip, from streams `operations-{projection}`: a lost document store does not lose it. */
export function skippedIn(eventStore: EventStore, codec: EventCodec): SkippedEvents {
  return new SkippedEvents(async (projection) => {
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
}
