import { type EventStore, recordedAt } from '#libs/platform/event-store';
import { notFound, type Refusal, wireTimestamp } from '#libs/platform/kernel';

/**
 * The refusal of a read of the past for what was not there yet; for callers who may see what it is by now.
 * @param stream of that alone: its first event is its beginning
 * @param begun what that event was: `opened`, `created`
 */
export async function notThereYet(
  store: EventStore,
  stream: string,
  begun: string,
): Promise<Refusal> {
  for await (const first of store.readStream(stream, { max: 1 })) {
    const at = wireTimestamp(recordedAt(first));
    return notFound(`It did not exist at the moment of asOf: it was ${begun} at ${at}.`);
  }
  return notFound();
}
