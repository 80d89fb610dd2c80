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

/** A reader who doesn't take the last event within this time, in milliseconds, is cut off. */
const FAREWELL_MS = 5_000;

/** One server-sent event. */
export interface ServerSentEvent {
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
 * {@link send} says that the reader is behind, so a slow reader holds no more than a buffer.
 */
export class EventStreamBody extends Readable {
  #waiting: ((room: boolean) => void) | undefined;
  #leave: () => void = () => undefined;
  /** Aborted once the reader is gone or the stream has ended. */
  readonly gone: AbortSignal;

  constructor() {
    super({ highWaterMark: BUFFER_BYTES, encoding: 'utf8' });
    const controller = new AbortController();
    this.gone = controller.signal;
    this.#leave = () => controller.abort();
    this.push('retry: 2000\n\n');
  }

  /** False: the reader is behind, and nothing more should be sent before there is {@link room}. */
  send(text: string): boolean {
    return this.gone.aborted || this.push(text);
  }

  /** Whether the reader took something within `timeoutMs` milliseconds. */
  room(timeoutMs: number): Promise<boolean> {
    if (this.gone.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#waiting?.(false), timeoutMs);
      this.#waiting = (room) => {
        clearTimeout(timer);
        this.#waiting = undefined;
        resolve(room);
      };
    });
  }

  /** Sends a last event and ends. */
  finish(last: ServerSentEvent): void {
    if (this.gone.aborted) return;
    this.push(serverSentEvent(last));
    this.push(null);
    this.#leave();
    setTimeout(() => this.destroy(), FAREWELL_MS).unref();
  }

  override _read(): void {
    this.#waiting?.(true);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#leave();
    this.#waiting?.(false);
    done(error);
  }
}
