import { checkAppend, checkSize, MAX_APPEND_BYTES } from './append-rules.js';
import {
  StoreUnavailableError,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
} from './event-store.js';
import type { LogIndex, IndexChanges, LogEnd, StreamHead } from './lmdb-index.js';
import type { LogFile } from './lmdb-log-file.js';
import { decodeRecord, encodeRecord } from './lmdb-record.js';

/** Appends that will share one commit, and so one wait for the disk. */
interface Batch {
  readonly start: number;
  readonly lines: string[];
  readonly records: IndexChanges['records'][number][];
  readonly heads: Map<string, StreamHead>;
  end: number;
  readonly committed: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function newBatch(start: number): Batch {
  const { promise, resolve, reject } = deferred();
  // Every append of the batch waits on it and reports; an empty one may fail unseen.
  promise.catch(() => undefined);
  return {
    start,
    lines: [],
    records: [],
    heads: new Map(),
    end: start,
    committed: promise,
    resolve,
    reject,
  };
}

function deferred(): {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
} {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}

/**
 * The write side of the embedded log. There is one writer, so an append is checked at once against the stream's head, those
 * of commits under way included, gets its revision and position, and joins the batch that the next commit takes. While one
 * batch is on its way to the disk the next one fills. A commit is: records to the file, on disk; then the index, on disk.
 */
export class Appender {
  readonly #index: LogIndex;
  readonly #file: LogFile;
  readonly #onCommit: (end: number) => void;
  /** Heads that are ahead of the index, with the batch that will enter them. */
  readonly #ahead = new Map<string, { head: StreamHead; batch: Batch }>();
  #nextStream: number;
  #filling: Batch;
  #running: Promise<void> | undefined;
  #broken: StoreUnavailableError | undefined;

  constructor(index: LogIndex, file: LogFile, start: LogEnd, onCommit: (end: number) => void) {
    this.#index = index;
    this.#file = file;
    this.#nextStream = start.nextStream;
    this.#filling = newBatch(start.end);
    this.#onCommit = onCommit;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    if (this.#broken) throw this.#broken;
    const ahead = this.#ahead.get(stream);
    const head = ahead?.head ?? this.#index.head(stream);
    if ((head?.revision ?? 'no_stream') !== expected) {
      // The answer speaks of events that must not be taken back, so it waits for them to be durable.
      await ahead?.batch.committed;
      return this.#refuseOrRepeat(stream, expected, events);
    }
    const result = this.#join(stream, head, events);
    const batch = this.#filling;
    this.#running ??= this.#run();
    await batch.committed;
    return result;
  }

  /** Enters the events in the batch that is filling. All checks come before the first change. */
  #join(stream: string, head: StreamHead | undefined, events: readonly NewEvent[]): AppendResult {
    const batch = this.#filling;
    const first = head ? head.revision + 1 : 0;
    const encoded = events.map((event, index) => encodeRecord(stream, first + index, event));
    const bytes = encoded.reduce((sum, record) => sum + record.bytes, 0);
    // The exact count writes every event out a second time.
    if (bytes > MAX_APPEND_BYTES / 2) checkSize(events);
    const id = head?.id ?? this.#nextStream++;
    encoded.forEach(({ line, bytes }, index) => {
      batch.lines.push(line);
      batch.records.push({
        stream: id,
        revision: first + index,
        location: { offset: batch.end, length: bytes },
      });
      batch.end += bytes;
    });
    const revision = first + events.length - 1;
    const next = { id, revision };
    batch.heads.set(stream, next);
    this.#ahead.set(stream, { head: next, batch });
    return { outcome: 'appended', revision, position: BigInt(batch.end) };
  }

  /** The same ids where they were asked for answer the first result; anything else is a conflict. */
  #refuseOrRepeat(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): AppendResult {
    const head = this.#index.head(stream);
    if (!head) return { outcome: 'conflict', actual: 'no_stream' };
    const conflict: AppendResult = { outcome: 'conflict', actual: head.revision };
    const first = expected === 'no_stream' ? 0 : expected + 1;
    const last = first + events.length - 1;
    if (last > head.revision) return conflict;
    let position = 0n;
    for (const [index, event] of events.entries()) {
      const { offset, length } = this.#index.location(head.id, first + index);
      const stored = decodeRecord(this.#file.record(offset, length), offset + length);
      if (stored.id !== event.id.toLowerCase()) return conflict;
      position = stored.position;
    }
    return { outcome: 'appended', revision: last, position };
  }

  /** Commits batch after batch until none is waiting. */
  async #run(): Promise<void> {
    // All appends of this turn of the event loop share the first commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#filling.lines.length > 0) {
      const batch = this.#filling;
      this.#filling = newBatch(batch.end);
      try {
        await this.#file.write(Buffer.from(batch.lines.join('')), batch.start);
      } catch (error) {
        this.#takeBack(batch, error);
        continue;
      }
      try {
        await this.#index.commit({ ...batch, nextStream: this.#nextStream });
      } catch (error) {
        this.#stop(batch, error);
        break;
      }
      for (const [stream, head] of batch.heads) {
        if (this.#ahead.get(stream)?.head === head) this.#ahead.delete(stream);
      }
      this.#onCommit(batch.end);
      batch.resolve();
    }
    this.#running = undefined;
  }

  /** The disk is full, say: the index knows nothing of the batch and what built on it, so they never were. */
  #takeBack(batch: Batch, error: unknown): void {
    const unavailable = new StoreUnavailableError(
      `the log could not be written (${codeOf(error)})`,
      {
        cause: error,
      },
    );
    const next = this.#filling;
    this.#ahead.clear();
    this.#filling = newBatch(batch.start);
    batch.reject(unavailable);
    next.reject(unavailable);
  }

  /** After a failed commit of the index it is not known what the disk holds: the log must be opened afresh. */
  #stop(batch: Batch, error: unknown): void {
    this.#broken = new StoreUnavailableError(
      `the index could not be written (${codeOf(error)}); the log takes no appends until the service is restarted`,
      { cause: error },
    );
    batch.reject(this.#broken);
    this.#filling.reject(this.#broken);
  }

  /** Waits for the commits under way. Appends after it are refused. */
  async close(): Promise<void> {
    while (this.#running) await this.#running;
    this.#broken ??= new StoreUnavailableError('the log is closed');
  }
}
