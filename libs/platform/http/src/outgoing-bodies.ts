import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable, pipeline } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { weightsIn } from './admission.js';
import { EventStreamBody } from './event-stream.js';

const MEMORY = 128 * 1024 * 1024;
const PATIENCE_MS = 30_000;

/** Checks of a reader within its patience. */
const CHECKS = 6;

/** Shorter bodies fit into the buffers of nearly every connection. */
const SHORT = 64 * 1024;

/** Limits for response bodies that are too long to be sent at once. */
export interface OutgoingLimits {
  /** Memory for the unsent bytes of all responses. Default 128 MiB. */
  readonly memory?: number;
  /** How long a reader may stall, in milliseconds. Default 30,000. */
  readonly patienceMs?: number;
}

/**
 * Limits the memory of response bodies that wait for slow readers. A reader that stalls for too long is disconnected. Beyond the total
 * limit, those that have stalled longest are disconnected.
 */
export class OutgoingBodies {
  /** Responses with the streams that feed them, longest stalled first. */
  readonly #waiting = new Map<ServerResponse, Readable | undefined>();
  readonly #memory: number;
  readonly #patienceMs: number;
  /** Bytes added since the total was last checked. */
  #added = 0;

  constructor({ memory = MEMORY, patienceMs = PATIENCE_MS }: OutgoingLimits = {}) {
    this.#memory = memory;
    this.#patienceMs = patienceMs;
  }

  /** Watches a body that is being sent. Live streams limit themselves. */
  watch(response: ServerResponse, body: string | Buffer | Readable): void {
    if (body instanceof EventStreamBody) return;
    if (body instanceof Readable) {
      this.#add(response, body);
      body.on('data', (piece: string | Buffer) => this.#progress(response, piece.length));
    } else if (body.length > SHORT) {
      this.#add(response);
      this.#progress(response, body.length);
    }
  }

  #add(response: ServerResponse, body?: Readable): void {
    if (response.closed) return;
    this.#waiting.set(response, body);
    // `on`, as in access-log.ts
    response.on('close', () => this.#waiting.delete(response));
    this.#watchReader(response);
  }

  /** Node's socket timeout fires if no bytes have moved, not even part of a write. */
  #watchReader(response: ServerResponse): void {
    const interval = this.#patienceMs / CHECKS;
    let [stalls, last] = [0, 0];
    // An injected request has no connection.
    const socket: Partial<Socket> = response.socket ?? {};
    response.setTimeout(interval, () => {
      const now = performance.now();
      const isConsecutive = now - last < 1.5 * interval;
      last = now;
      stalls = response.writableLength === 0 ? 0 : isConsecutive ? stalls + 1 : 1;
      if (stalls >= CHECKS) disconnect(response);
      else socket.setTimeout?.(interval);
    });
  }

  /** A stream gives more bytes only after the reader has taken the earlier ones. */
  #progress(response: ServerResponse, bytes: number): void {
    if (!this.#waiting.has(response)) return;
    const body = this.#waiting.get(response);
    this.#waiting.delete(response);
    this.#waiting.set(response, body);
    this.#added += bytes;
    if (this.#added > this.#memory / 16) this.#enforceLimit();
  }

  #enforceLimit(): void {
    this.#added = 0;
    let total = 0;
    for (const entry of this.#waiting) total += unsentBytes(entry);
    for (const entry of this.#waiting) {
      if (total <= this.#memory) return;
      total -= unsentBytes(entry);
      this.#waiting.delete(entry[0]);
      disconnect(entry[0]);
    }
  }
}

function unsentBytes([response, body]: readonly [ServerResponse, Readable | undefined]): number {
  return response.writableLength + (body?.readableLength ?? 0);
}

/** Not by `response.socket`, which a pipelined response doesn't have yet. */
function disconnect(response: ServerResponse): void {
  response.req.socket.destroy();
}

/** Preferred first. */
const CODINGS = ['br', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/** Shorter bodies fit into one packet uncompressed. */
const ONE_PACKET = 1_400;

/** Returns the preferred coding of an `Accept-Encoding` header; undefined if it accepts none. */
export function codingFor(header: string | string[] | undefined): Coding | undefined {
  if (typeof header !== 'string') return undefined;
  const wanted = new Map(weightsIn(header));
  const quality = (coding: Coding): number => wanted.get(coding) ?? wanted.get('*') ?? 0;
  const [best] = CODINGS.filter((coding) => quality(coding) > 0).sort(
    (one, other) => quality(other) - quality(one),
  );
  return best;
}

/** Returns whether compressing a body saves packets. */
export function isWorthCompressing(body: string | Buffer | Readable): boolean {
  return body instanceof Readable || body.length >= ONE_PACKET;
}

/** Compresses a body while it is read. An error of either stream ends both. */
export function compressed(body: string | Buffer | Readable, coding: Coding): Readable {
  const source = body instanceof Readable ? body : Readable.from([body]);
  // As fast as gzip, and smaller.
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const coder = coding === 'gzip' ? createGzip({ level: 6 }) : createBrotliCompress(quality);
  return pipeline(source, coder, () => undefined);
}
