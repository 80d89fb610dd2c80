import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  type ChainEnd,
  EventCodec,
  type EventStore,
  type NewEvent,
} from '#libs/platform/event-store';
import type { CommandMetadata, Recorded } from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import { deriveUuid } from '#libs/platform/runtime';
import { EVENT_STORE } from '#libs/platform/service';
import type { Located } from './account-locator.js';
import type { Draft } from './domain/contract/index.js';
import { feedStream } from './domain/feed-stream.js';
import { type EventPublished, toPublishedEvent } from './domain/published-event.js';

/** Most events of one append. */
const BATCH = 200;

/** Where a public stream ends. */
interface StreamEnd extends ChainEnd {
  /** Position of the event of the log that the newest published one came from. */
  readonly source: bigint;
}

/** An event to be published, and what waits for it. */
interface Waiting {
  readonly event: Recorded;
  readonly draft: Draft;
  readonly run: AbortSignal;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Metadata of a published event: that of a command, and where in the log its source stands. */
type PublishedMetadata = CommandMetadata & { readonly sourcePosition: string };

/**
 * Appends published events to the public streams, each exactly once and in the order of the log: the newest published event
 * says how far its stream has come, and the append demands that it is still the newest. Events of one account that arrive
 * together are one append; accounts don't wait for each other.
 */
@Injectable()
export class FeedPublisher {
  readonly #ends = new LRUCache<string, StreamEnd>({ max: 20_000 });
  readonly #waiting = new Map<string, Waiting[]>();
  /** What went wrong in a run. */
  readonly #failures = new WeakMap<AbortSignal, Error>();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  /**
   * Resolves once the event stands in the stream of the account, by this call or an earlier one. Events of a run are given in
   * the order of the log.
   * @param run after a failure nothing more is published in it: a later event in the stream would hide the one that failed
   */
  publish(event: Recorded, draft: Draft, account: Located, run: AbortSignal): Promise<void> {
    const stream = feedStream(account.firmId, account.accountNumber);
    const failure = this.#failures.get(run);
    if (failure) return Promise.reject(failure);
    return new Promise((done, failed) => {
      const one: Waiting = { event, draft, run, done, failed };
      const waiting = this.#waiting.get(stream);
      if (waiting) {
        waiting.push(one);
        return;
      }
      this.#waiting.set(stream, [one]);
      void this.#drain(stream, account);
    });
  }

  async #drain(stream: string, account: Located): Promise<void> {
    for (let waiting = this.#waiting.get(stream); waiting?.length;) {
      const batch = waiting.splice(0, BATCH);
      try {
        await this.#append(stream, account, batch);
        for (const { done } of batch) done();
      } catch (error) {
        this.#ends.delete(stream);
        for (const { run, failed } of [...batch, ...waiting.splice(0)]) {
          this.#failures.set(run, error as Error);
          failed(error);
        }
      }
      waiting = this.#waiting.get(stream);
    }
    this.#waiting.delete(stream);
  }

  async #append(stream: string, account: Located, batch: readonly Waiting[]): Promise<void> {
    for (;;) {
      const end = this.#ends.get(stream) ?? (await this.#read(stream));
      const news = batch.filter(({ event }) => event.position > end.source);
      const last = news.at(-1);
      if (last === undefined) return;
      const { events, hash } = await this.#encode(stream, end, account, news);
      const expected = end.revision === -1 ? 'no_stream' : end.revision;
      const result = await this.store.append(stream, expected, events);
      if (result.outcome === 'appended') {
        this.#ends.set(stream, { revision: result.revision, hash, source: last.event.position });
        return;
      }
      // another process publishes too: what it has done stands in the stream
      this.#ends.delete(stream);
    }
  }

  async #encode(
    stream: string,
    end: StreamEnd,
    { accountNumber, firmId }: Located,
    news: readonly Waiting[],
  ): Promise<{ events: NewEvent[]; hash: string | undefined }> {
    const events: NewEvent[] = [];
    let { revision, hash } = end;
    for (const { event, draft } of news) {
      const id = deriveUuid(event.id, 'feed');
      const sequence = revision + 2;
      const published: EventPublished = {
        type: 'feed.EventPublished',
        data: {
          firmId,
          accountNumber,
          event: toPublishedEvent(draft, { id, accountNumber, sequence, time: event.at }),
        },
      };
      const encoded = await this.codec.encode(
        stream,
        { revision, hash },
        [published],
        metadataOf(event, id, firmId),
        event.at,
        () => id,
      );
      events.push(...encoded.events);
      revision += 1;
      hash = encoded.hash();
    }
    return { events, hash };
  }

  async #read(stream: string): Promise<StreamEnd> {
    for await (const event of this.store.readStream(stream, { direction: 'backwards', max: 1 })) {
      const { sourcePosition } = event.metadata as unknown as PublishedMetadata;
      return { revision: event.revision, hash: eventHash(event), source: BigInt(sourcePosition) };
    }
    return { revision: -1, hash: undefined, source: -1n };
  }
}

function metadataOf({ id, at, position, metadata }: Recorded, commandId: string, firmId: string) {
  const { requestId, correlationId } = metadata;
  return {
    commandId,
    requestId,
    correlationId,
    causationId: id,
    caller: 'feed',
    firmId,
    receivedAt: at,
    sourcePosition: position.toString(),
  } satisfies PublishedMetadata;
}
