import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { account } from '#libs/contexts/accounts';
import { bankLink } from '#libs/contexts/bank-links';
import { isAccountNumber, textOf } from '#libs/contexts/codes';
import {
  AggregateStore,
  type ChainEnd,
  type Concerns,
  EventCodec,
  type EventData,
  EventRegistry,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import { type DocumentStore, Waiters } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import {
  type BackgroundProcess,
  type ConsumerStatus,
  EVENT_STORE,
  FollowsLog,
  LogConsumer,
  LOGGER,
  ParkedEvents,
  PROGRESS_STORE,
} from '#libs/platform/service';
import { messagingAttributes, traced, tracesOf, tracing } from '#libs/platform/tracing';
import { FeedContract } from './contract.queries.js';
import {
  type Draft,
  type EventPublished,
  feedStream,
  type OwnedAccount,
  type PublishedMetadata,
  toPublishedEvent,
} from './feed.events.js';

/** What locating needs of an event. It may be encoded: the fields that name its account have been plain text since version 1. */
type Locatable = Pick<Recorded, 'type' | 'data' | 'stream' | 'revision'>;

/** Finds the account of an event: by the number in its data, or through what its declaration says it concerns. */
@Injectable()
export class AccountLocator {
  readonly #firms = new LRUCache<string, string>({ max: 50_000 });

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly events: EventRegistry,
  ) {}

  /** Returns undefined if the event concerns no existing account. */
  async locate(event: Locatable): Promise<OwnedAccount | undefined> {
    const concerns = this.events.definition(event.type)?.concerns;
    const accountNumber = concerns
      ? await this.#concerned(event, concerns)
      : textOf(event.data as EventData, 'accountNumber');
    if (accountNumber === undefined || !isAccountNumber(accountNumber)) return undefined;
    const firmId = this.#firms.get(accountNumber) ?? (await this.#firmOf(accountNumber));
    return firmId === undefined ? undefined : { accountNumber, firmId };
  }

  async #firmOf(accountNumber: string): Promise<string | undefined> {
    const firmId = await this.#firstText(AggregateStore.stream(account, accountNumber), 'firmId');
    if (firmId === '') return undefined;
    this.#firms.set(accountNumber, firmId);
    return firmId;
  }

  /** The subject at that time: of the newest event up to this one that names it. */
  async #concerned(event: Locatable, concerns: Concerns): Promise<string | undefined> {
    const backwards = { from: event.revision, direction: 'backwards' } as const;
    for await (const stored of this.store.readStream(event.stream, backwards)) {
      const [decoded] = this.codec.decodeSealed([stored]);
      const subject = decoded && concerns(decoded.data as EventData);
      if (subject === null) return undefined;
      const [kind, id = ''] = subject?.split(':') ?? [];
      if (kind === 'account') return id;
      if (kind === 'bankLink') {
        return this.#firstText(AggregateStore.stream(bankLink, id), 'accountNumber');
      }
    }
    return undefined;
  }

  /** A text field of the first event of a stream; empty if there is none. */
  async #firstText(stream: string, field: string): Promise<string> {
    for await (const stored of this.store.readStream(stream, { from: 0, max: 1 })) {
      const [event] = this.codec.decodeSealed([stored]);
      if (event) return textOf(event.data as EventData, field);
    }
    return '';
  }
}

interface StreamEnd extends ChainEnd {
  /** Log position of the source of the newest published event. */
  readonly source: bigint;
}

/** A log event and what is published of it. */
interface Source {
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

/** Approximate number of events translated at a time. */
const BATCH = 256;

/** Other processes read the progress from the checkpoint, so it is written often. */
const CHECKPOINT_MS = 50;

const POLL_MS = 10;

/**
 * Publishes the events of the log, once each and in log order. A rebuild of read models doesn't affect it: published events are
 * in the log and are never published again.
 */
@FollowsLog()
export class FeedTranslator implements BackgroundProcess {
  readonly name = 'feed.translator';
  readonly #consumer: LogConsumer;
  readonly #waiters = new Waiters();

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    private readonly codec: EventCodec,
    @Inject(PROGRESS_STORE) progress: DocumentStore,
    @Inject(LOGGER) logger: Logger,
    private readonly locator: AccountLocator,
    private readonly parked: ParkedEvents,
    private readonly publisher: FeedPublisher,
    private readonly contract: FeedContract,
  ) {
    this.#consumer = new LogConsumer({
      name: this.name,
      store,
      logger,
      typePrefixes: contract.sources.map((type) => `${type}.v`),
      from: { name: `process:${this.name}`, progress, everyMs: CHECKPOINT_MS },
      batch: BATCH,
      handle: (events) => this.#publish(events),
      // the events of an account are published in order, whichever streams they come from
      parking: {
        events: parked,
        partition: async (event) =>
          (await this.locator.locate(event))?.accountNumber ?? event.stream,
      },
      moved: () => this.#waiters.check(),
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#consumer.run(signal);
  }

  status(): ConsumerStatus | undefined {
    return this.#consumer.status();
  }

  /**
   * Waits until every event up to a log position has been published; returns false after `timeoutMs`. The translating process
   * knows from memory, others read the checkpoint.
   */
  async waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    if (this.#consumer.position !== undefined) {
      return this.#waiters.wait(() => (this.#consumer.position ?? 0n) >= position, timeoutMs);
    }
    const until = performance.now() + timeoutMs;
    while ((await this.#consumer.storedPosition()) < position) {
      if (performance.now() >= until) return false;
      await delay(POLL_MS);
    }
    return true;
  }

  /** Whether everything about an account up to a position has been published, i.e. nothing waits behind a parked event. */
  async hasPublished(accountNumber: string, position: bigint): Promise<boolean> {
    const { parked } = await this.parked.of(this.name);
    const first = parked.find(({ partition }) => partition === accountNumber);
    return first === undefined || BigInt(first.position) > position;
  }

  /** Publishes nothing before the accounts of all events are known: a stream rejects events older than its newest. */
  #publish(stored: readonly StoredEvent[]): Promise<void> {
    const links = tracing() ? tracesOf(stored) : [];
    const span =
      links.length > 0 ? tracing()?.start('publish', { kind: 'consumer', links }) : undefined;
    return traced(
      span,
      () => this.#publishAll(stored),
      () => messagingAttributes('feed.translator', stored.length),
    );
  }

  async #publishAll(stored: readonly StoredEvent[]): Promise<void> {
    const events = this.codec.decodeSealed(stored);
    const drafted = events.flatMap((event): Source[] => {
      const draft = event && this.contract.draft(event);
      return draft ? [{ event, draft }] : [];
    });
    const accounts = await Promise.all(drafted.map(({ event }) => this.locator.locate(event)));
    const byAccount = new Map<
      string,
      { readonly account: OwnedAccount; readonly sources: Source[] }
    >();
    drafted.forEach((source, index) => {
      const account = accounts[index];
      if (account === undefined) return;
      const known = byAccount.get(account.accountNumber);
      if (known) known.sources.push(source);
      else byAccount.set(account.accountNumber, { account, sources: [source] });
    });
    const published = await Promise.allSettled(
      Array.from(byAccount.values(), ({ account, sources }) =>
        this.publisher.publish(account, sources),
      ),
    );
    const failed = published.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
