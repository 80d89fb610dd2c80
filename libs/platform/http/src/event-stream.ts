import { Readable } from 'node:stream';

/** Media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** Answer headers of a stream: nobody on the way keeps it or waits for its end. */
export const EVENT_STREAM_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** Bytes that may wait for a reader; then the sender waits. */
const BUFFER_BYTES = 32 * 1024;

/** A reader who takes nothing for so long while the buffer is full is cut off, in milliseconds. */
const STALL_MS = 30_000;

/** A reader who doesn't take the last event within this time, in milliseconds, is cut off. */
const FAREWELL_MS = 5_000;

/** One server-sent event. */
interface ServerSentEvent {
  /** What a reader that comes back sends as `Last-Event-ID`. No line ends. */
  readonly id?: string;
  /** Name; default `message`. */
  readonly event?: string;
  /** Text without line ends, such as JSON. */
  readonly data: string;
}

/** An event as it goes over the wire. */
export function serverSentEvent({ id, event, data }: ServerSentEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}

/**
 * The body of an answer that is a stream of server-sent events. The sender asks {@link room} before it goes on when
 * {@link send} says that the reader is behind, so a slow reader holds no more than a buffer; one that takes nothing at all
 * is cut off, whatever it is sent.
 */
export class EventStreamBody extends Readable {
  readonly #gone = new AbortController();
  /** Aborted once the reader is gone or the stream has ended. */
  readonly gone = this.#gone.signal;
  /** Runs while the buffer is full. */
  #stall: NodeJS.Timeout | undefined;
  #goOn: () => void = () => undefined;

  constructor() {
    super({ highWaterMark: BUFFER_BYTES, encoding: 'utf8' });
    this.push('retry: 2000\n\n');
  }

  /** False: the reader is behind, and nothing more should be sent before there is {@link room}. */
  send(text: string): boolean {
    if (this.gone.aborted || this.push(text)) return true;
    this.#stall ??= setTimeout(() => this.finish('slow-consumer'), STALL_MS);
    return false;
  }

  /** Resolves once the reader has taken something, or is gone. For one sender. */
  async room(): Promise<void> {
    if (this.#stall) await new Promise<void>((resolve) => (this.#goOn = resolve));
  }

  /** Says in a last event, `end`, why the stream ends, and ends. */
  finish(reason: string): void {
    if (this.gone.aborted) return;
    this.push(serverSentEvent({ event: 'end', data: JSON.stringify({ reason }) }));
    this.push(null);
    this.#leave();
    setTimeout(() => this.destroy(), FAREWELL_MS).unref();
  }

  override _read(): void {
    clearTimeout(this.#stall);
    this.#stall = undefined;
    this.#goOn();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#leave();
    done(error);
  }

  #leave(): void {
    this._read();
    this.#gone.abort();
  }
}
