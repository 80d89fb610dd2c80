import { checkAppend, MAX_APPEND_BYTES } from '../append-rules.js';
import {
  StoreUnavailableError,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.js';
import { Batch } from './log-batch.js';
import type { LogEnd } from './lmdb-index.js';
import type { LogFile } from './log-file.js';
import type { LogReader } from './log-reader.js';
import type { LogTail } from './log-tail.js';

/** From a write that failed to the next look for room, in milliseconds. */
const AGAIN_MS = 1_000;

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}

/** What the appender works on. */
interface AppenderParts {
  readonly file: LogFile;
  readonly tail: LogTail;
  readonly reader: LogReader;
  readonly start: LogEnd;
  /** Called when a batch is durable and can be read, before its appends are acknowledged. */
  readonly onDurable: (batch: Batch) => void;
}

/**
 * The write side of the embedded log. There is one writer, so an append is checked at once against the stream's head, those
 * of writes under way included, gets its revision and position, and joins the batch that the next write takes. While one
 * batch is on its way to the disk the next one fills. When the write returns the batch is durable.
 */
export class Appender {
  #filling: Batch;
  #writing: Batch | undefined;
  #running: Promise<void> | undefined;
  #broken: StoreUnavailableError | undefined;
  /** Bytes that there was no room for. */
  #lacking = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(private readonly parts: AppenderParts) {
    this.#filling = new Batch(parts.start.end, parts.start.checksum);
  }

  /** False from a write that failed until there is room for it again, and while the index does not follow. */
  get takesAppends(): boolean {
    return this.#lacking === 0 && this.#broken === undefined;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    if (this.#broken) throw this.#broken;
    const batch = this.#filling;
    const { tail } = this.parts;
    const head = batch.head(stream) ?? this.#writing?.head(stream) ?? tail.head(stream);
    if ((head ?? 'no_stream') !== expected) {
      // The answer speaks of events that must not be taken back, so it waits for them to be durable.
      if (batch.streams.has(stream)) await batch.durable;
      else if (this.#writing?.streams.has(stream)) await this.#writing.durable;
      return this.#refuseOrRepeat(stream, expected, events);
    }
    const first = head === undefined ? 0 : head + 1;
    batch.add(stream, first, events);
    const position = BigInt(batch.end);
    this.#running ??= this.#run();
    await batch.durable;
    return { outcome: 'appended', revision: first + events.length - 1, position };
  }

  /** The same ids where they were asked for answer the first result; anything else is a conflict. */
  #refuseOrRepeat(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): AppendResult {
    const { tail, reader } = this.parts;
    const head = tail.head(stream);
    if (head === undefined) return { outcome: 'conflict', actual: 'no_stream' };
    const conflict: AppendResult = { outcome: 'conflict', actual: head };
    const first = expected === 'no_stream' ? 0 : expected + 1;
    const last = first + events.length - 1;
    if (last > head) return conflict;
    let position = 0n;
    for (let read = 0; read < events.length;) {
      for (const stored of reader.stream(stream, first + read, events.length - read, {
        backwards: false,
        asItStands: false,
      })) {
        if (stored.id !== events[read]?.id.toLowerCase()) return conflict;
        position = stored.position;
        read += 1;
      }
    }
    return { outcome: 'appended', revision: last, position };
  }

  /** Writes batch after batch until none is waiting. */
  async #run(): Promise<void> {
    const { file, tail, onDurable } = this.parts;
    // All appends of this turn of the event loop share the first write.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#filling.length > 0) {
      const batch = this.#filling;
      this.#writing = batch;
      this.#filling = new Batch(batch.end, batch.checksum);
      try {
        await file.write(batch.bytes, batch.length, batch.start);
      } catch (error) {
        await this.#takeBack(batch, error);
        continue;
      } finally {
        batch.release();
      }
      this.#writing = undefined;
      tail.add(batch.streams, batch.events, batch.end, batch.checksum);
      onDurable(batch);
      batch.resolve();
    }
    this.#running = undefined;
  }

  /** The disk is full, say: nobody has seen the batch and what built on it, so they never were. */
  async #takeBack(batch: Batch, error: unknown): Promise<void> {
    // What of it is in the file the next write covers. Where that fails too, its checksums fit nothing that may come there.
    await this.parts.file.truncate(batch.start).catch(() => undefined);
    const message = `the log could not be written (${codeOf(error)})`;
    const unavailable = new StoreUnavailableError(message, { cause: error });
    const next = this.#filling;
    this.#writing = undefined;
    this.#filling = new Batch(batch.start, batch.before);
    batch.reject(unavailable);
    next.reject(unavailable);
    next.release();
    // What is told of the log must not change with the size of each append, so there has to be room for any.
    this.#lacking = Math.max(batch.length, MAX_APPEND_BYTES);
    this.#lookLater();
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#running) this.#lookLater();
      else this.#running = this.#look();
    }, AGAIN_MS).unref();
  }

  /** Looks whether there is room again, behind the end of the log: what stands there is no append, and is cut off. */
  async #look(): Promise<void> {
    const { file } = this.parts;
    const { start } = this.#filling;
    try {
      await file.write(Buffer.alloc(this.#lacking), this.#lacking, start);
      this.#lacking = 0;
    } catch {
      if (!this.#closed) this.#lookLater();
    }
    await file.truncate(start).catch(() => undefined);
    this.#running = this.#filling.length > 0 ? this.#run() : undefined;
  }

  /** The index does not follow: takes no appends, whose places memory alone would have, until {@link goOn}. */
  stop(error: unknown): void {
    this.#broken ??= new StoreUnavailableError(
      `the index could not be written (${codeOf(error)}); the log takes no appends until it can be`,
      { cause: error },
    );
  }

  /** The index follows again. */
  goOn(): void {
    if (!this.#closed) this.#broken = undefined;
  }

  /** Waits for the writes under way. Appends after it are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#broken = new StoreUnavailableError('the log is closed');
    while (this.#running) await this.#running;
  }
}
