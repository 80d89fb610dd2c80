import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  type ChainEnd,
  EventCodec,
  type EventStore,
  type NewEvent,
} from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import { deriveUuid } from '#libs/platform/runtime';
import { EVENT_STORE } from '#libs/platform/service';
import {
  type Draft,
  type EventPublished,
  feedStream,
  type OwnedAccount,
  type PublishedMetadata,
  toPublishedEvent,
} from './domain/published-event.js';

interface StreamEnd extends ChainEnd {
  /** Log position of the source of the newest published event. */
  readonly source: bigint;
}

/** A log event and what is published of it. */
export interface Source {
  readonly event: Recorded;
  readonly draft: Draft;
}

/**
 * Appends published events to the public streams, each exactly once and in log order: the newest published event records the
 * source position reached, and the append requires that it is still the newest.
 */
@Injectable()
export class FeedPublisher {
  readonly #ends = new LRUCache<string, StreamEnd>({ max: 20_000 });

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  /**
   * Resolves once the events are in the stream of their account, appended by this call or an earlier one.
   * @param sources in log order, at most one append's worth; none may be older than an earlier call's, unless it was published
   * @throws StoreUnavailableError if the log is unreachable; some events may have been published
   */
  async publish(account: OwnedAccount, sources: readonly Source[]): Promise<void> {
    const stream = feedStream(account.firmId, account.accountNumber);
    for (;;) {
      const end = this.#ends.get(stream) ?? (await this.#read(stream));
      const news = sources.filter(({ event }) => event.position > end.source);
      const last = news.at(-1);
      if (last === undefined) return;
      // Until the outcome of the append is known, only the stream itself tells where it ends.
      this.#ends.delete(stream);
      const { events, hash } = await this.#encode(stream, end, account, news);
      const expected = end.revision === -1 ? 'no_stream' : end.revision;
      const result = await this.store.append(stream, expected, events);
      if (result.outcome === 'appended') {
        this.#ends.set(stream, { revision: result.revision, hash, source: last.event.position });
        return;
      }
      // Another process published first: read the stream again.
    }
  }

  async #encode(
    stream: string,
    end: StreamEnd,
    { accountNumber, firmId }: OwnedAccount,
    news: readonly Source[],
  ): Promise<{ events: NewEvent[]; hash: string | undefined }> {
    const events: NewEvent[] = [];
    let { revision, hash } = end;
    for (const { event, draft } of news) {
      const id = deriveUuid(event.id, 'feed');
      const sequence = revision + 2;
      const shown = toPublishedEvent(draft, { id, accountNumber, sequence, time: event.at });
      const data = { firmId, accountNumber, event: shown };
      const published: EventPublished = { type: 'feed.EventPublished', data };
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
  const { requestId, correlationId, traceparent } = metadata;
  return {
    commandId,
    requestId,
    correlationId,
    causationId: id,
    caller: 'feed',
    firmId,
    receivedAt: at,
    ...(metadata.recordedAt !== undefined && { recordedAt: metadata.recordedAt }),
    ...(traceparent !== undefined && { traceparent }),
    sourcePosition: position.toString(),
  } satisfies PublishedMetadata;
}
