import { DamagedLogError, type EventStore, sealedTexts } from '#libs/platform/event-store';
import { sealingKeys } from '#libs/platform/runtime';

/**
 * Events that are looked at, at either end of the log: the first client of a firm, whose secret is sealed, is among the first of every log,
 * and the newest ones tell of keys that a key store of an older backup lacks.
 */
const MOST = 1_000;

/** What a log tells of the keys that belong to it. */
interface KeysOfLog {
  /** Subjects whose keys what is early and what is new in the log is under. */
  readonly knows: readonly string[];
  /** The log is empty: nothing has ever been put under a key. */
  readonly knowsNobody: boolean;
}

/** Looks at both ends of the log. */
export async function keysOfLog(eventStore: Pick<EventStore, 'readAll'>): Promise<KeysOfLog> {
  let knowsNobody = true;
  const knows = new Set<string>();
  try {
    for (const direction of ['forwards', 'backwards'] as const) {
      for await (const { data } of eventStore.readAll({ max: MOST, direction })) {
        knowsNobody = false;
        for (const text of sealedTexts(data)) for (const key of sealingKeys(text)) knows.add(key);
      }
    }
  } catch (error) {
    // Who comes to it later tells of it.
    if (!(error instanceof DamagedLogError)) throw error;
    knowsNobody = false;
  }
  return { knows: [...knows], knowsNobody };
}
