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
import {
  type Draft,
  type EventPublished,
  feedStream,
  type OwnedAccount,
  toPublishedEvent,
} from './domain/published-event.js';

interface StreamEnd extends ChainEnd {
  /** Position of the event of the log that the newest published one came from. */
  readonly source: bigint;
}

/** An event of the log, and what is published of it. */
export interface Source {
  readonly event: Recorded;
  readonly draft: Draft;
}

/** Metadata of a published event: that of a command, and where in the log its source stands. */
type PublishedMetadata = CommandMetadata & { readonly sourcePosition: string };

/**
 * Appends published events to the public streams, each exactly once and in the order of the log: the newest published event
 * says how far its stream has come, and the append demands that it is still the newest.
 */
@Injectable()
export class FeedPublisher {
  readonly #ends = new LRUCache<string, StreamEnd>({ max: 20_000 });

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  /**
   * Resolves once events stand in the stream of their account, by this call or an earlier one.
   * @param sources in the order of the log, no more than one append takes; none may be older than one that was given before, unless
   * that was published
   * @throws StoreUnavailableError when the log is away: some of them may have been published
   */
  async publish(account: OwnedAccount, sources: readonly Source[]): Promise<void> {
    const stream = feedStream(account.firmId, account.accountNumber);
    for (;;) {
      const end = this.#ends.get(stream) ?? (await this.#read(stream));
      const news = sources.filter(({ event }) => event.position > end.source);
      const last = news.at(-1);
      if (last === undefined) return;
      // Until it is known what became of the append, the stream itself says where it ends.
      this.#ends.delete(stream);
      const { events, hash } = await this.#encode(stream, end, account, news);
      const expected = end.revision === -1 ? 'no_stream' : end.revision;
      const result = await this.store.append(stream, expected, events);
      if (result.outcome === 'appended') {
        this.#ends.set(stream, { revision: result.revision, hash, source: last.event.position });
        return;
      }
      // Another process publishes too: what it has done stands in the stream.
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
