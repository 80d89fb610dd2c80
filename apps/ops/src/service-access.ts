import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import type { Schemas } from '#libs/client';
import { CommandFailure, ExitStatus } from './command-failure.js';
import type { Transport, TransportAnswer, TransportRequest } from './service-transport.js';

/** How long a read model that is behind is waited for, in milliseconds. */
const PATIENCE_MS = 30_000;
const LONGEST_MESSAGE = 2_000;

type Method = TransportRequest['method'];

/** What a request may come with. */
export interface RequestOptions {
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** A value is sent as JSON; text, bytes and streams as they are, with the `content-type` given in `headers`. */
  readonly body?: unknown;
}

/** An answer with its body read. */
export interface ServiceAnswer<T = unknown> {
  readonly status: number;
  readonly headers: TransportAnswer['headers'];
  /** JSON as received, the text of any other type; undefined for an empty body. */
  readonly body: T;
}

/**
 * The way of every command to the service: the same requests whether it runs elsewhere or in this process. What the service
 * refuses is a {@link CommandFailure} with status 3, a service that can't be reached one with status 2.
 */
export class ServiceAccess {
  constructor(
    private readonly transport: Transport,
    private readonly token: string,
    /** Where the service is, for messages: its URL, or that it runs in this process. */
    readonly place: string,
  ) {}

  /** Where the service can be reached, without a slash at the end; undefined when it runs in this process. */
  get url(): string | undefined {
    return URL.canParse(this.place) ? this.place.replace(/\/$/, '') : undefined;
  }

  get<T>(path: string, options?: RequestOptions): Promise<ServiceAnswer<T>> {
    return this.request('GET', path, options);
  }

  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<ServiceAnswer<T>> {
    return this.request('POST', path, { ...options, body });
  }

  put<T>(path: string, body?: unknown): Promise<ServiceAnswer<T>> {
    return this.request('PUT', path, { body });
  }

  delete<T>(path: string): Promise<ServiceAnswer<T>> {
    return this.request('DELETE', path);
  }

  /** Sends a request and reads its answer. A read that comes too early for its read model is sent again for a while. */
  async request<T>(
    method: Method,
    path: string,
    options: RequestOptions = {},
  ): Promise<ServiceAnswer<T>> {
    const { status, headers, body } = await this.open(method, path, options);
    const answer = await readText(body);
    const isJson = /[/+]json/.test(String(headers['content-type'] ?? '/json'));
    const value: unknown = answer === '' ? undefined : isJson ? JSON.parse(answer) : answer;
    return { status, headers, body: value as T };
  }

  /** Reads an answer of one JSON value a line (`application/x-ndjson`), each as it comes. */
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
      letGo(body);
    }
  }

  /** Reads server-sent events, each as it comes. */
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
      letGo(body);
    }
  }

  /** Sends a request and answers as soon as the head of a good answer is there. */
  async open(method: Method, path: string, options: RequestOptions = {}): Promise<TransportAnswer> {
    const request = this.#request(method, path, options);
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.#send(request);
      if (answer.status < 400) return answer;
      const wait = Number(answer.headers['retry-after']) * 1_000;
      const patient = answer.status === 503 && !(request.body instanceof Readable);
      if (!patient || !(performance.now() + wait < until)) throw await refusalOf(answer);
      await readText(answer.body);
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
      const code = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
      throw new CommandFailure(`The service does not answer at ${this.place} (${code}).`);
    }
  }

  close(): Promise<void> {
    return this.transport.close();
  }
}

/** Ends an answer that is not read to its end, which the transport calls an error. */
function letGo(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

/** An item of an error list, whoever has made it. */
export type ShownProblem = Readonly<Partial<Schemas['Problem']>>;

/** What the service says to a request that it does not carry out: every problem of its list. */
async function refusalOf({ status, body }: TransportAnswer): Promise<CommandFailure> {
  const answer = (await readText(body)).slice(0, LONGEST_MESSAGE);
  let shown = answer;
  try {
    shown = (JSON.parse(answer) as readonly ShownProblem[]).map(shownProblem).join('\n');
  } catch {
    // Not an error list: an answer of something between here and the service.
  }
  const away = status === 502 || status === 503 || status === 504;
  return new CommandFailure(
    `The service answers ${status}${shown === '' ? '' : `: ${shown}`}`,
    away ? ExitStatus.failed : ExitStatus.refused,
    status,
  );
}

/** A problem in one line: what it is, the field, and what is said of it. */
export function shownProblem({ type, errorCode, field, message }: ShownProblem): string {
  const what = [errorCode ?? type, field].filter((part) => part !== undefined).join(' ');
  return message === undefined ? what : `${what}: ${message}`;
}
