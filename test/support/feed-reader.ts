import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { BrokerageClient } from '#libs/client';
import { checkByAsyncApi } from './published-events.js';

/** Reads server-sent events, message by message. */
export class StreamReader {
  readonly #messages: EventSourceMessage[] = [];
  readonly #stop = new AbortController();
  #wake: () => void = () => undefined;
  #over = false;

  private constructor(
    readonly response: Response,
    private readonly path: string,
  ) {}

  static async open(
    client: BrokerageClient,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<StreamReader> {
    const stop = new AbortController();
    const response = await client.open(
      path,
      { accept: 'text/event-stream', ...headers },
      stop.signal,
    );
    const reader = new StreamReader(response, path);
    reader.#stop.signal.addEventListener('abort', () => stop.abort());
    void reader.#read();
    return reader;
  }

  async #read(): Promise<void> {
    const parser = createParser({
      onEvent: (message) => {
        this.#messages.push(message);
        this.#wake();
      },
    });
    const parts = this.response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const part = await parts?.read().catch(() => undefined);
      if (part === undefined || part.done) break;
      parser.feed(part.value);
    }
    this.#over = true;
    this.#wake();
  }

  /** The next message, checked against its description; undefined once the stream has ended. */
  async next(): Promise<EventSourceMessage | undefined> {
    while (this.#messages.length === 0 && !this.#over) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const message = this.#messages.shift();
    if (message?.event !== undefined) this.#check(message.event, message.data);
    return message;
  }

  #check(event: string, data: string): void {
    const feed = /^\/restapi(\/accounts\/[^/]+)?\/events/.exec(this.path);
    if (feed === null) return;
    const kind = feed[1] === undefined ? 'firm' : 'account';
    const message = event === 'heartbeat' ? `${kind}-heartbeat` : event;
    checkByAsyncApi(`/components/messages/${message}/payload`, JSON.parse(data));
  }

  /** The next event of the feed, skipping heartbeats; undefined once the stream has ended or announces its end. */
  async event(): Promise<{ id: string; event: Record<string, unknown> } | undefined> {
    for (let message = await this.next(); message; message = await this.next()) {
      if (message.event === 'end') return undefined;
      if (message.event !== undefined) continue;
      return { id: message.id ?? '', event: JSON.parse(message.data) as Record<string, unknown> };
    }
    return undefined;
  }

  /** The next message of a given name; undefined once the stream has ended. */
  async named(name: string): Promise<{ id: string; data: Record<string, unknown> } | undefined> {
    for (let message = await this.next(); message; message = await this.next()) {
      if (message.event !== name) continue;
      return { id: message.id ?? '', data: JSON.parse(message.data) as Record<string, unknown> };
    }
    return undefined;
  }

  close(): void {
    this.#stop.abort();
  }
}
