import { readFile, rename, writeFile } from 'node:fs/promises';

/** How far a consumer has come: what it keeps when it has dealt with an event. */
export interface FeedState {
  /** Where to go on. */
  readonly cursor: string;
  /** Sequence of the newest event of each account that has been seen. */
  readonly sequences: Readonly<Record<string, number>>;
}

/** Where a consumer keeps how far it has come. Best together with what it makes of the events, in one transaction. */
export interface FeedStateStore {
  /** Undefined before the first event. */
  load(): Promise<FeedState | undefined>;
  save(state: FeedState): Promise<void>;
}

/** Keeps the state in a file, which is replaced as a whole: a crash leaves the old one or the new one. */
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
