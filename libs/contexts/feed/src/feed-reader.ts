import { Inject, Injectable } from '@nestjs/common';
import {
  EventCodec,
  type EventStore,
  type StoredEvent,
  UnknownPositionError,
} from '#libs/platform/event-store';
import { encodeConsistencyToken } from '#libs/platform/http';
import type { RecordedOf } from '#libs/platform/kernel';
import { EVENT_STORE } from '#libs/platform/service';
import {
  type DeliveredEvent,
  type EventPublished,
  feedPrefix,
  feedStream,
  type OwnedAccount,
  type PublishedMetadata,
} from './domain/published-event.js';

/** A published event and its place in the log. */
export interface FeedEntry extends OwnedAccount {
  readonly position: bigint;
  readonly sequence: number;
  readonly event: DeliveredEvent;
  /** Span of the command that caused it, if that was traced. */
  readonly traceparent?: string;
}

/** Reads the public streams. */
@Injectable()
export class FeedReader {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  async ofAccount(
    firmId: string,
    accountNumber: string,
    after: number,
    max: number,
  ): Promise<readonly FeedEntry[]> {
    const stored: StoredEvent[] = [];
    const stream = feedStream(firmId, accountNumber);
    for await (const event of this.store.readStream(stream, { from: after, max })) {
      stored.push(event);
    }
    return this.entries(stored);
  }

  /** Sequence of the newest event of an account; 0 before the first. */
  async newestOf(firmId: string, accountNumber: string): Promise<number> {
    const stream = feedStream(firmId, accountNumber);
    for await (const event of this.store.readStream(stream, { direction: 'backwards', max: 1 })) {
      return event.revision + 1;
    }
    return 0;
  }

  /** Events of all accounts of a firm (or of all firms) after a log position, in log order. */
  async *ofFirm(
    firmId: string | undefined,
    after: bigint,
    max?: number,
  ): AsyncGenerator<FeedEntry, void, undefined> {
    const filter = { streamPrefixes: [feedPrefix(firmId)] };
    const options = { after, filter, ...(max !== undefined && { max }) };
    for await (const stored of this.store.readAll(options)) {
      yield* await this.entries([stored]);
    }
  }

  /** Whether a feed can resume at a position: it isn't beyond the log, and the store knows it. */
  async has(position: bigint): Promise<boolean> {
    if (position === 0n) return true;
    if (position > (await this.head())) return false;
    try {
      for await (const next of this.store.readAll({ after: position, max: 1 })) {
        return next.position > position;
      }
      return true;
    } catch (error) {
      if (error instanceof UnknownPositionError) return false;
      throw error;
    }
  }

  head(): Promise<bigint> {
    return this.store.head();
  }

  /** Position of the event right before this one in the log; 0n for the first. */
  async before(position: bigint): Promise<bigint> {
    const backwards = { before: position, direction: 'backwards', max: 1 } as const;
    for await (const event of this.store.readAll(backwards)) return event.position;
    return 0n;
  }

  /** Decodes stored events of public streams. */
  async entries(stored: readonly StoredEvent[]): Promise<FeedEntry[]> {
    const entries: FeedEntry[] = [];
    for (const recorded of await this.codec.decode(stored)) {
      if (recorded?.type !== 'feed.EventPublished') continue;
      const { position, revision, data, metadata } = recorded as RecordedOf<EventPublished>;
      const { traceparent, sourcePosition } = metadata as PublishedMetadata;
      entries.push({
        ...data,
        event: { ...data.event, position: encodeConsistencyToken(BigInt(sourcePosition)) },
        position,
        sequence: revision + 1,
        ...(traceparent !== undefined && { traceparent }),
      });
    }
    return entries;
  }
}
