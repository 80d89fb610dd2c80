/** What holds something of the system until it is closed. */
export interface Closable {
  close(): Promise<void>;
}

/** Takes note of what is opened, so that it is closed with the rest. */
export type Keep = <T extends Closable>(opening: Promise<T>) => Promise<T>;

/** What whoever opens parts is given. */
export interface Opening {
  readonly keep: Keep;
  /** Closes what has been kept, the newest first. */
  readonly close: () => Promise<void>;
}

/**
 * Opens what consists of several parts.
 * @throws what `open` throws; the parts that were open by then are closed again
 */
export async function openTogether<T>(open: (opening: Opening) => Promise<T>): Promise<T> {
  const opened: Closable[] = [];
  const opening: Opening = {
    keep: async (part) => {
      const kept = await part;
      opened.unshift(kept);
      return kept;
    },
    close: async () => {
      for (const part of opened.splice(0)) await part.close();
    },
  };
  try {
    return await open(opening);
  } catch (error) {
    await opening.close();
    throw error;
  }
}
