import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { BrokerageClient } from './brokerage-client.js';
import type { FeedEvent } from './feed-event.js';
import type { FeedState, FeedStateStore } from './feed-state.js';
import { ProblemError, problemErrorOf } from './problem-error.js';
import { asksAgain, type ClientPorts, DEFAULT_PORTS, pauseBefore } from './retries.js';

/** The sequence of an account has a gap: an event is missing, so the consumer must not continue. */
export class FeedGapError extends Error {
  override readonly name = 'FeedGapError';
  constructor(accountNumber: string, expected: number, got: number) {
    super(`account ${accountNumber}: expected event ${expected}, got ${got}`);
  }
}

/** The service refuses the feed, for lack of permission or an unknown cursor. Its problems say which. */
export class FeedRefusedError extends ProblemError {
  override readonly name = 'FeedRefusedError';
  constructor({ status, problems, requestId, request }: ProblemError) {
    super(status, problems, requestId, request);
  }
}

/** Settings of a consumer. */
export interface FeedConsumerOptions {
  readonly client: BrokerageClient;
  /** Default: the feed of the firm. */
  readonly path?: string;
  readonly state: FeedStateStore;
  /** Handles one event. After a crash the last event is passed again, so deduplicate by its id. */
  readonly handle: (event: FeedEvent) => Promise<void> | void;
  /** Called with the reason when a stream has ended, before the consumer reconnects. */
  readonly ended?: (reason: string) => void;
  /** Longest pause before reconnecting that the consumer chooses, in milliseconds. Default 30,000. */
  readonly longestPauseMs?: number;
  readonly ports?: Partial<Pick<ClientPorts, 'random' | 'wait'>>;
}

const FIRST_PAUSE_MS = 100;

/** Why a connection has ended, and the response if it was refused. */
interface Ended {
  readonly reason: string;
  readonly refusal?: Response;
}

/**
 * Follows a feed: resumes from the stored cursor, passes each event on once, checks that no event of an account is missing, and
 * reconnects after any failure. Pauses are random, so that consumers don't reconnect all at once, grow, and are never shorter than
 * `Retry-After`.
 */
export class FeedConsumer {
  #state: { cursor: string; sequences: Record<string, number> } | undefined;

  constructor(private readonly options: FeedConsumerOptions) {}

  /**
   * Runs until the signal is aborted.
   * @throws FeedGapError, FeedRefusedError, and what `handle` throws
   */
  async run(signal: AbortSignal): Promise<void> {
    const { state, ended, longestPauseMs: most = 30_000, ports } = this.options;
    const { random, wait } = { ...DEFAULT_PORTS, ...ports };
    const known = await state.load();
    this.#state = known && { cursor: known.cursor, sequences: { ...known.sequences } };
    let attempt = 0;
    while (!signal.aborted) {
      const { reason, refusal } = await this.#connect(signal, () => (attempt = 0));
      ended?.(reason);
      attempt += 1;
      const pause = pauseBefore(attempt, refusal, { base: FIRST_PAUSE_MS, most }, random);
      await wait(pause, signal).catch(() => undefined);
    }
  }

  async #connect(signal: AbortSignal, onMessage: () => void): Promise<Ended> {
    const headers = {
      accept: 'text/event-stream',
      ...(this.#state && { 'last-event-id': this.#state.cursor }),
    };
    const path = this.options.path ?? '/restapi/events';
    const connection = await this.options.client.open(path, headers, signal).catch(() => undefined);
    if (connection === undefined) return { reason: 'unavailable' };
    const { status, body } = connection;
    if (status !== 200 || body === null) {
      if (status < 500 && !asksAgain(connection)) {
        throw new FeedRefusedError(
          await problemErrorOf(connection, { method: 'GET', path, attempts: 1 }),
        );
      }
      await body?.cancel();
      return { reason: 'unavailable', refusal: connection };
    }
    const messages = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    try {
      for (;;) {
        const part = await messages.read().catch(() => undefined);
        if (part === undefined || part.done) return { reason: 'connection lost' };
        const { event, id, data } = part.value;
        onMessage();
        if (event === 'end') return JSON.parse(data) as Ended;
        if (event === undefined) await this.#handle(JSON.parse(data) as FeedEvent);
        if (id !== undefined) await this.#keep(id);
      }
    } finally {
      // close the connection even if handling failed
      await messages.cancel().catch(() => undefined);
    }
  }

  async #handle(event: FeedEvent): Promise<void> {
    const { accountNumber } = event.data;
    const sequence = Number(event.sequence);
    const before = this.#state?.sequences[accountNumber];
    if (before !== undefined && sequence <= before) return;
    if (before !== undefined && sequence !== before + 1) {
      throw new FeedGapError(accountNumber, before + 1, sequence);
    }
    await this.options.handle(event);
    this.#state ??= { cursor: '', sequences: {} };
    this.#state.sequences[accountNumber] = sequence;
  }

  async #keep(cursor: string): Promise<void> {
    this.#state ??= { cursor, sequences: {} };
    this.#state.cursor = cursor;
    await this.options.state.save(this.#state satisfies FeedState);
  }
}
