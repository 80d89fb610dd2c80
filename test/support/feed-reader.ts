import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { BrokerageClient } from '#libs/client';

/** Reads a stream of server-sent events, message by message. */
export class StreamReader {
  readonly #messages: EventSourceMessage[] = [];
  readonly #stop = new AbortController();
  #wake: () => void = () => undefined;
  #over = false;

  private constructor(readonly response: Response) {}

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
    const reader = new StreamReader(response);
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

  /** The next message; undefined once the stream has ended. */
  async next(): Promise<EventSourceMessage | undefined> {
    while (this.#messages.length === 0 && !this.#over) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#messages.shift();
  }

  /** The next event of the feed, heartbeats passed over; undefined once the stream has ended or says that it does. */
  async event(): Promise<{ id: string; event: Record<string, unknown> } | undefined> {
    for (let message = await this.next(); message; message = await this.next()) {
      if (message.event === 'end') return undefined;
      if (message.event !== undefined) continue;
      return { id: message.id ?? '', event: JSON.parse(message.data) as Record<string, unknown> };
    }
    return undefined;
  }

  /** The next message with a name; undefined once the stream has ended. */
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
