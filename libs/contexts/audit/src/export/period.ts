import type { StoredEvent } from '#libs/platform/event-store';
import { addMilliseconds } from '#libs/platform/kernel';
import type { ExportScope } from '#libs/platform/proof';
import { DISORDER_MS } from '#libs/platform/service';
import { timeOf } from '../roots/stream-heads.js';

/**
 * The events from the first one of a period (`from` inclusive, `to` exclusive) to the last one of it: nothing between them is left
 * out, also what was recorded a moment outside. How much later than its end that may stand, {@link DISORDER_MS} says.
 * @param events in the order of the log
 * @param head position after which there is nothing to export
 */
export async function* within(
  { from, to }: Pick<ExportScope, 'from' | 'to'>,
  head: bigint,
  events: AsyncIterable<StoredEvent>,
): AsyncGenerator<StoredEvent> {
  const end = to === undefined ? undefined : addMilliseconds(to, DISORDER_MS);
  let begun = from === undefined;
  /** After the end of the period, unless more of it follows. */
  let after: StoredEvent[] = [];
  for await (const event of events) {
    const at = timeOf(event);
    if (event.position > head || (end !== undefined && at > end)) return;
    begun ||= from !== undefined && at >= from && (to === undefined || at < to);
    if (!begun) continue;
    after.push(event);
    if (to !== undefined && at >= to) continue;
    yield* after;
    after = [];
  }
}
