/** What holds something of the system until it is closed. */
interface Closable {
  close(): Promise<void>;
}

/** Takes note of what is opened, so that it is closed with the rest. */
export type Keep = <T extends Closable>(opening: Promise<T>) => Promise<T>;

/** What whoever opens, or starts, what consists of several parts is given. */
export interface Opening {
  readonly keep: Keep;
  /** Says how to end a part that has just been started, and has no `close`. */
  readonly atClose: (end: () => Promise<void>) => void;
  /** Ends every part, the newest first; what has ended does not end again. */
  readonly close: () => Promise<void>;
}

/**
 * Opens what consists of several parts.
 * @throws what `open` throws; the parts that were open by then have ended again
 */
export async function openTogether<T>(open: (opening: Opening) => Promise<T>): Promise<T> {
  const ends: (() => Promise<void>)[] = [];
  const opening: Opening = {
    keep: async (part) => {
      const kept = await part;
      ends.push(() => kept.close());
      return kept;
    },
    atClose: (end) => {
      ends.push(end);
    },
    close: async () => {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
  try {
    return await open(opening);
  } catch (error) {
    await opening.close();
    throw error;
  }
}
