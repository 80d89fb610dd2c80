import { DamagedLogError, type EventStore, sealedTexts } from '#libs/platform/event-store';
import { sealedSubject } from '#libs/platform/runtime';

/** Events that are looked at: the first client of a firm, whose secret is sealed, is among the first of every log. */
const MOST = 1_000;

/** A subject whose key something early in the log is under; undefined where nothing is. */
export async function earlySealedSubject(
  eventStore: Pick<EventStore, 'readAll'>,
): Promise<string | undefined> {
  try {
    for await (const { data } of eventStore.readAll({ max: MOST })) {
      const [text] = sealedTexts(data);
      if (text !== undefined) return sealedSubject(text);
    }
  } catch (error) {
    // Who comes to it later tells of it.
    if (!(error instanceof DamagedLogError)) throw error;
  }
  return undefined;
}
