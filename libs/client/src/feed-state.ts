import { readFile, rename, writeFile } from 'node:fs/promises';

/** Progress of a consumer, saved after each event. */
export interface FeedState {
  /** Where to continue. */
  readonly cursor: string;
  /** Sequence of the newest handled event of each account. */
  readonly sequences: Readonly<Record<string, number>>;
}

/** Stores the progress of a consumer, ideally in one transaction with the results of its events. */
export interface FeedStateStore {
  /** Undefined before the first event. */
  load(): Promise<FeedState | undefined>;
  save(state: FeedState): Promise<void>;
}

/** Stores the state in a file that is replaced atomically, so a crash leaves either the old or the new one. */
export class FileFeedState implements FeedStateStore {
  constructor(private readonly path: string) {}

  async load(): Promise<FeedState | undefined> {
    try {
      return JSON.parse(await readFile(this.path, 'utf8')) as FeedState;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async save(state: FeedState): Promise<void> {
    await writeFile(`${this.path}.new`, JSON.stringify(state));
    await rename(`${this.path}.new`, this.path);
  }
}
