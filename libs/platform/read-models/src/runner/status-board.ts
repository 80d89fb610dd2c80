import type { DocumentStore } from '../document-store.js';
import type { ProjectionStatus } from './projection-status.js';

const POSITIONS = new Set(['position', 'head', 'stoppedAt']);
const POINTER = 'status:projections';

/** Where projections are, as the process that runs them has told. */
export interface PublishedStatus {
  /** When it told, in milliseconds since 1970. */
  readonly at: number;
  readonly projections: readonly ProjectionStatus[];
}

/** Tells other processes where projections are, through the store they share. */
export class StatusBoard {
  #last: string | undefined;

  constructor(private readonly documents: DocumentStore) {}

  /** To be called by the process that holds the lease. */
  async publish(status: PublishedStatus): Promise<void> {
    const text = JSON.stringify(status, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    while (!(await this.documents.setPointer(POINTER, this.#last, text))) {
      this.#last = await this.documents.pointer(POINTER);
    }
    this.#last = text;
  }

  /** What was told last; undefined before the first time. */
  async read(): Promise<PublishedStatus | undefined> {
    const text = await this.documents.pointer(POINTER);
    if (text === undefined) return undefined;
    return JSON.parse(text, (key, value: unknown) => {
      if (POSITIONS.has(key)) return BigInt(value as string);
      return key === 'skipped' ? (value as string[]).map(BigInt) : value;
    }) as PublishedStatus;
  }
}
