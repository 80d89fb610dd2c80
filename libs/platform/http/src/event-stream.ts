import { Readable } from 'node:stream';

/** Media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** Response headers of a stream, so that no proxy caches or buffers it. */
export const EVENT_STREAM_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

const BUFFER_BYTES = 32 * 1024;

/** A reader that takes nothing this long while the buffer is full is disconnected. */
const STALL_MS = 30_000;

/** A reader that doesn't take the last event within this time is disconnected. */
const FAREWELL_MS = 5_000;

/** A server-sent event. Its texts must not contain line ends. */
interface ServerSentEvent {
  /** Sent back as `Last-Event-ID` on reconnection. */
  readonly id?: string;
  /** Default `message`. */
  readonly event?: string;
  readonly data: string;
}

/** Formats an event for the wire. */
export function serverSentEvent({ id, event, data }: ServerSentEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}

/**
 * A response body of server-sent events. If {@link send} returns false, the sender must await {@link room}, so that a slow reader holds no
 * more than a buffer. A reader that stalls is disconnected.
 */
export class EventStreamBody extends Readable {
  readonly #gone = new AbortController();
  /** Aborted when the reader is gone or the stream has ended. */
  readonly gone = this.#gone.signal;
  /** Runs while the buffer is full. */
  #stall: NodeJS.Timeout | undefined;
  #resume: () => void = () => undefined;

  constructor() {
    super({ highWaterMark: BUFFER_BYTES, encoding: 'utf8' });
    this.push('retry: 2000\n\n');
  }

  /** Returns false if the buffer is full: await {@link room} before sending more. */
  send(text: string): boolean {
    if (this.gone.aborted || this.push(text)) return true;
    this.#stall ??= setTimeout(() => this.finish('slow-consumer'), STALL_MS);
    return false;
  }

  /** Resolves when the reader has taken something, or is gone. For a single sender. */
  async room(): Promise<void> {
    if (this.#stall) await new Promise<void>((resolve) => (this.#resume = resolve));
  }

  /** Ends the stream with an event `end` that has the reason. */
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
    this.#resume();
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
