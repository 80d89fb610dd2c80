import type { EventCodec, EventStore } from '#libs/platform/event-store';
import { type Skip, SkippedEvents } from '#libs/platform/read-models';

/** Events of the `operations` context. */
const SKIPPED = 'operations.EventSkipped.v';
const UNSKIPPED = 'operations.EventUnskipped.v';

/** What folding documents needs of the log. */
export interface FoldedLog {
  readonly eventStore: EventStore;
  readonly decode: EventCodec['decode'];
  /** Events that operators told read models to skip. Read from the log (`operations-{projection}`), so a lost document store loses none. */
  readonly skipped: SkippedEvents;
}

export function foldedLog(eventStore: EventStore, codec: EventCodec): FoldedLog {
  const skipped = new SkippedEvents(async (projection) => {
    let skips: Skip[] = [];
    for await (const stored of eventStore.readStream(`operations-${projection}`)) {
      const isSkip = stored.type.startsWith(SKIPPED);
      if (!isSkip && !stored.type.startsWith(UNSKIPPED)) continue;
      const [event] = await codec.decode([stored]);
      const { version, position } = event?.data as { version: number; position: string };
      const skip = { version, position: BigInt(position) };
      skips = skips.filter((one) => one.version !== version || one.position !== skip.position);
      if (isSkip) skips.push(skip);
    }
    return skips;
  });
  return { eventStore, decode: codec.decode.bind(codec), skipped };
}
