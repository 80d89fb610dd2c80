interface Closable {
  close(): Promise<void>;
}

/** Registers a part that is being opened, so that it is closed with the others. */
export type Keep = <T extends Closable>(opening: Promise<T>) => Promise<T>;

/** Passed to functions that open or start several parts. */
export interface Opening {
  readonly keep: Keep;
  /** Registers how to end a part that has no `close`. */
  readonly atClose: (end: () => Promise<void>) => void;
  /** Ends all parts, newest first, each once. */
  readonly close: () => Promise<void>;
}

/** Opens several parts as one. @throws what `open` throws, after closing the parts opened by then */
export async function openAll<T>(open: (opening: Opening) => Promise<T>): Promise<T> {
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
