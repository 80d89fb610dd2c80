import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { EventStreamBody } from './event-stream.js';

/** Bytes of answers that may wait for their readers at once. */
const MEMORY = 128 * 1024 * 1024;

/** A reader that takes nothing for so long is cut off, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Looks at a reader within that time. */
const LOOKS = 6;

/** Shorter answers fit into the buffers of nearly every connection. */
const SHORT = 64 * 1024;

/** What is kept of answers that are too long to be written at once. */
export interface OutgoingLimits {
  /** Bytes that may wait for their readers, of all answers together; default 128 MiB. */
  readonly memory?: number;
  /** How long a reader may take nothing, in milliseconds; default 30,000. */
  readonly patienceMs?: number;
}

/**
 * The bodies of answers that wait for their readers. A reader that takes nothing is cut off after some time. All that waits
 * together gets a certain amount of memory: beyond it, those are cut off that have taken nothing for the longest.
 */
export class OutgoingBodies {
  /** Streams among them by what fills them, in the order in which somebody took something last. */
  readonly #waiting = new Map<ServerResponse, Readable | undefined>();
  readonly #memory: number;
  readonly #patienceMs: number;
  /** Bytes that have come since it was last looked how many wait. */
  #come = 0;

  constructor({ memory = MEMORY, patienceMs = PATIENCE_MS }: OutgoingLimits = {}) {
    this.#memory = memory;
    this.#patienceMs = patienceMs;
  }

  /** To be called when a body has been handed over. Live streams look after themselves. */
  watch(response: ServerResponse, body: string | Buffer | Readable): void {
    if (body instanceof EventStreamBody) return;
    if (body instanceof Readable) {
      this.#hold(response, body);
      body.on('data', (piece: string | Buffer) => this.#taken(response, piece.length));
    } else if (body.length > SHORT) {
      this.#hold(response);
      this.#taken(response, body.length);
    }
  }

  #hold(response: ServerResponse, body?: Readable): void {
    if (response.closed) return;
    this.#waiting.set(response, body);
    // `on`, as in access-log.ts
    response.on('close', () => this.#waiting.delete(response));
    this.#watchReader(response);
  }

  /** Node tells of a connection on which nothing has moved, not even part of what was written. */
  #watchReader(response: ServerResponse): void {
    const every = this.#patienceMs / LOOKS;
    let [idle, last] = [0, 0];
    // An injected request has no connection.
    const watched: Partial<Socket> = response.socket ?? {};
    response.setTimeout(every, () => {
      const now = performance.now();
      const isStill = now - last < 1.5 * every;
      last = now;
      idle = response.writableLength === 0 ? 0 : isStill ? idle + 1 : 1;
      if (idle >= LOOKS) cutOff(response);
      else watched.setTimeout?.(every);
    });
  }

  /** Bytes of a body are on their way: what the reader had before, it has taken. */
  #taken(response: ServerResponse, bytes: number): void {
    if (!this.#waiting.has(response)) return;
    const body = this.#waiting.get(response);
    this.#waiting.delete(response);
    this.#waiting.set(response, body);
    this.#come += bytes;
    if (this.#come > this.#memory / 16) this.#cut();
  }

  #cut(): void {
    this.#come = 0;
    let all = 0;
    for (const held of this.#waiting) all += waiting(held);
    for (const held of this.#waiting) {
      if (all <= this.#memory) return;
      all -= waiting(held);
      this.#waiting.delete(held[0]);
      cutOff(held[0]);
    }
  }
}

/** Bytes that a reader has not taken yet. */
function waiting([response, body]: readonly [ServerResponse, Readable | undefined]): number {
  return response.writableLength + (body?.readableLength ?? 0);
}

/** Ends the connection; an answer that waits for the one before it has none of its own yet. */
function cutOff(response: ServerResponse): void {
  response.req.socket.destroy();
}
