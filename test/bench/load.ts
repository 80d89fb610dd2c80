import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A request, ready to be written to a socket. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Result of a load. Latencies in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<number, number>>;
}

/**
 * Sends requests over several connections, one at a time on each. They are created and signed before the clock starts, so that the
 * second core only has to send them.
 * @throws if a response is missing or has an unexpected status
 */
export async function load(
  url: string,
  options: {
    readonly connections: number;
    readonly requests: readonly LoadRequest[];
    /** Expected status of each response; undefined to only count them. */
    readonly status?: number;
    /** Maximum number of requests per second. */
    readonly pace?: number;
    /** Stops sending as soon as it returns false. */
    readonly while?: () => boolean;
  },
): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const texts = options.requests.map((request) => serialised(request, `${hostname}:${port}`));
  const latencies = new Float64Array(texts.length);
  const statuses: Record<number, number> = {};
  let sent = 0;
  const started = performance.now();
  const connection = async (): Promise<void> => {
    const exchange = await Exchange.open(hostname, Number(port));
    while (sent < texts.length && options.while?.() !== false) {
      const index = sent++;
      if (options.pace !== undefined) {
        await delay(Math.max(0, started + (1_000 * index) / options.pace - performance.now()));
      }
      const begun = performance.now();
      const status = await exchange.send(texts[index] ?? '');
      latencies[index] = performance.now() - begun;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== (options.status ?? status)) {
        throw new Error(`unexpected answer: ${exchange.answer}`);
      }
    }
    exchange.close();
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  const seconds = (performance.now() - started) / 1_000;
  const measured = latencies.subarray(0, sent).sort();
  return {
    requestsPerSecond: sent / seconds,
    p50: measured[Math.floor(sent * 0.5)] ?? Number.NaN,
    p99: measured[Math.floor(sent * 0.99)] ?? Number.NaN,
    statuses,
  };
}

function serialised({ method, path, headers, body }: LoadRequest, host: string): string {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** A connection that sends requests sequentially. Bodies are ASCII and have a `Content-Length`. */
class Exchange {
  #received = '';
  #done: ((status: number) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;
  /** The last response as received. */
  answer = '';

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      this.#receive(chunk);
    });
    socket.on('close', () => this.#failed?.(new Error('the connection was closed')));
    socket.on('error', (error) => this.#failed?.(error));
  }

  static async open(host: string, port: number): Promise<Exchange> {
    const socket = connect({ host, port, noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new Exchange(socket);
  }

  /** Resolves to the status once the whole response has arrived. */
  send(text: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.socket.write(text, 'latin1');
    });
  }

  #receive(chunk: string): void {
    this.#received += chunk;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head === -1) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1] ?? '0';
    if (this.#received.length < head + 4 + Number(length)) return;
    this.answer = this.#received;
    this.#received = '';
    this.#done?.(Number(this.answer.slice(9, 12)));
  }

  close(): void {
    this.#failed = undefined;
    this.socket.destroy();
  }
}

/** The median of an odd number of values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A percentile of sorted times in whole milliseconds; at least 1. */
export function quantile(sorted: readonly number[], share: number): number {
  return Math.max(1, sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
}

/** Rounds to three significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
