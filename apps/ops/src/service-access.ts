import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { Pool } from 'undici';
import type { OpenedService } from '#libs/application';
import type { Schemas } from '#libs/client';
import { CommandFailure, ExitStatus, reasonOf } from './command-failure.js';

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  readonly signal?: AbortSignal;
}

/** A response whose head has arrived. */
export interface TransportAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Must be read to its end or destroyed. */
  readonly body: Readable;
}

/** Sends requests to the service, over the network or within this process. */
export interface Transport {
  /** @throws if there is no response */
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): Promise<void>;
}

/** Sends requests over HTTP, without a timeout between parts of a response, because feeds may be quiet. */
export class HttpTransport implements Transport {
  readonly #pool: Pool;
  readonly #base: string;

  /** @param url scheme and authority, with a path if the service is below one */
  constructor(url: string) {
    const { origin, pathname } = new URL(url);
    this.#base = pathname.replace(/\/$/, '');
    this.#pool = new Pool(origin, { bodyTimeout: 0, headersTimeout: 0, connectTimeout: 5_000 });
  }

  async send(request: TransportRequest): Promise<TransportAnswer> {
    const sent = { ...request, path: this.#base + request.path };
    const { statusCode: status, headers, body } = await this.#pool.request(sent);
    return { status, headers, body };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** Sends requests to a service opened in this process. */
export class InProcessTransport implements Transport {
  constructor(private readonly service: OpenedService) {}

  async send(request: TransportRequest): Promise<TransportAnswer> {
    const response = await this.service.app.inject({ ...request, payloadAsStream: true });
    const headers = response.headers as TransportAnswer['headers'];
    return { status: response.statusCode, headers, body: response.stream() };
  }

  close(): Promise<void> {
    return this.service.stop();
  }
}

/** How long to wait for a read model that is behind, in milliseconds. */
const PATIENCE_MS = 30_000;
const LONGEST_MESSAGE = 2_000;

type Method = TransportRequest['method'];

/** Optional parts of a request. */
export interface RequestOptions {
  /** Undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Sent as JSON, except for strings, buffers and streams, whose `content-type` must be given in `headers`. */
  readonly body?: unknown;
}

/** A response with its body. */
export interface ServiceResponse<T = unknown> {
  readonly status: number;
  readonly headers: TransportAnswer['headers'];
  /** The parsed value of a JSON body, the text of any other; undefined for an empty body. */
  readonly body: T;
}

/**
 * Calls the service with the same requests whether it runs elsewhere or in this process. A refused request is a {@link CommandFailure} with
 * exit status 3, an unreachable service one with status 2.
 */
export class ServiceAccess {
  constructor(
    private readonly transport: Transport,
    private readonly token: string,
    /** Address of the service for messages: its URL, or its data directory in this process. */
    readonly place: string,
  ) {}

  /** Called once, before the first request that may change something. */
  beforeWriting: (() => void) | undefined;

  /** URL of the service without a trailing slash; undefined if it is in this process. */
  get url(): string | undefined {
    return /^https?:/.test(this.place) ? this.place.replace(/\/$/, '') : undefined;
  }

  get<T>(path: string, options?: RequestOptions): Promise<ServiceResponse<T>> {
    return this.request('GET', path, options);
  }

  post<T>(path: string, body?: unknown): Promise<ServiceResponse<T>> {
    return this.request('POST', path, { body });
  }

  put<T>(path: string, body?: unknown): Promise<ServiceResponse<T>> {
    return this.request('PUT', path, { body });
  }

  delete<T>(path: string): Promise<ServiceResponse<T>> {
    return this.request('DELETE', path);
  }

  /** Sends a request and reads the response. */
  async request<T>(
    method: Method,
    path: string,
    options: RequestOptions = {},
  ): Promise<ServiceResponse<T>> {
    const { status, headers, body } = await this.open(method, path, options);
    const answer = await readText(body);
    const isJson = /[/+]json/.test(String(headers['content-type'] ?? '/json'));
    const value: unknown = answer === '' ? undefined : isJson ? JSON.parse(answer) : answer;
    return { status, headers, body: value as T };
  }

  /** Streams an NDJSON response line by line. */
  async *lines<T>(
    method: Method,
    path: string,
    options: RequestOptions = {},
  ): AsyncGenerator<T, void, undefined> {
    const accept = { accept: 'application/x-ndjson', ...options.headers };
    const { body } = await this.open(method, path, { ...options, headers: accept });
    try {
      for await (const line of createInterface({ input: body, crlfDelay: Infinity })) {
        if (line !== '') yield JSON.parse(line) as T;
      }
    } finally {
      discard(body);
    }
  }

  /** Streams server-sent events. */
  async *events(
    path: string,
    options: RequestOptions = {},
  ): AsyncGenerator<EventSourceMessage, void, undefined> {
    const accept = { accept: 'text/event-stream', ...options.headers };
    const { body } = await this.open('GET', path, { ...options, headers: accept });
    const messages = Readable.toWeb(body)
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    try {
      for await (const message of messages) yield message;
    } finally {
      discard(body);
    }
  }

  /** Sends a request and returns once the head of a successful response arrives. If a read model is behind, retries for a while. */
  async open(method: Method, path: string, options: RequestOptions = {}): Promise<TransportAnswer> {
    if (method !== 'GET') {
      this.beforeWriting?.();
      this.beforeWriting = undefined;
    }
    const request = this.#request(method, path, options);
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const response = await this.#send(request);
      if (response.status < 400) return response;
      const wait = Number(response.headers['retry-after']) * 1_000;
      const isRetryable = response.status === 503 && !(request.body instanceof Readable);
      if (!isRetryable || !(performance.now() + wait < until)) throw await refusalOf(response);
      await readText(response.body);
      await delay(wait, undefined, options.signal && { signal: options.signal });
    }
  }

  #request(
    method: Method,
    path: string,
    { query = {}, headers = {}, signal, body }: RequestOptions,
  ): TransportRequest {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) parameters.set(name, String(value));
    }
    const search = parameters.size === 0 ? '' : `?${parameters.toString()}`;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable;
    return {
      method,
      path: path + search,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    };
  }

  async #send(request: TransportRequest): Promise<TransportAnswer> {
    try {
      return await this.transport.send(request);
    } catch (error) {
      if (request.signal?.aborted === true) throw error;
      throw new CommandFailure(
        `The service does not respond at ${this.place} (${reasonOf(error)}).`,
      );
    }
  }

  close(): Promise<void> {
    return this.transport.close();
  }
}

/** Destroys a response that was not read to its end, ignoring the error that causes. */
function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

/** An item of an error list. */
export type ShownProblem = Readonly<Partial<Schemas['Problem']>>;

/** Converts an error response to a failure with every problem of its list. */
async function refusalOf({ status, body }: TransportAnswer): Promise<CommandFailure> {
  const text = (await readText(body)).slice(0, LONGEST_MESSAGE);
  let shown = text;
  let code: string | undefined;
  try {
    const problems = JSON.parse(text) as readonly ShownProblem[];
    shown = problems.map(shownProblem).join('\n');
    code = problems[0]?.errorCode;
  } catch {
    // not an error list, but the response of a proxy
  }
  const isUnavailable = status === 502 || status === 503 || status === 504;
  return new CommandFailure(
    `The service responded with ${status}${shown === '' ? '' : `: ${shown}`}`,
    isUnavailable ? ExitStatus.failed : ExitStatus.refused,
    status,
    code,
  );
}

/** Formats a problem as one line: code, field and message. */
export function shownProblem({ type, errorCode, field, message }: ShownProblem): string {
  const what = [errorCode ?? type, field].filter((part) => part !== undefined).join(' ');
  return message === undefined ? what : `${what}: ${message}`;
}
