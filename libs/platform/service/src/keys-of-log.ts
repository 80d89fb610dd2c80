import { DamagedLogError, type EventStore, sealedTexts } from '#libs/platform/event-store';
import { sealingKeys } from '#libs/platform/runtime';

/** Events that are looked at: the first client of a firm, whose secret is sealed, is among the first of every log. */
const MOST = 1_000;

/** What a log tells of the keys that belong to it. */
interface KeysOfLog {
  /** A subject whose key something early in the log is under, if anything is. */
  readonly knows?: string | undefined;
  /** The log is empty: nothing has ever been put under a key. */
  readonly knowsNobody: boolean;
}

/** Looks at the beginning of the log. */
export async function keysOfLog(eventStore: Pick<EventStore, 'readAll'>): Promise<KeysOfLog> {
  let knowsNobody = true;
  try {
    for await (const { data } of eventStore.readAll({ max: MOST })) {
      knowsNobody = false;
      const [text] = sealedTexts(data);
      if (text !== undefined) return { knows: sealingKeys(text)[0], knowsNobody };
    }
  } catch (error) {
    // Who comes to it later tells of it.
    if (!(error instanceof DamagedLogError)) throw error;
    knowsNobody = false;
  }
  return { knowsNobody };
}
