import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { EventCodec, type EventStore, type StoredEvent } from '#libs/platform/event-store';
import { type DocumentStore, Waiters } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import {
  type BackgroundProcess,
  PROGRESS_STORE,
  EVENT_STORE,
  LOGGER,
  LogConsumer,
  type ConsumerStatus,
  ParkedEvents,
  FollowsLog,
} from '#libs/platform/service';
import { messagingAttributes, traced, tracesOf, tracing } from '#libs/platform/tracing';
import { AccountLocator } from './account-locator.js';
import type { OwnedAccount } from './domain/published-event.js';
import { FeedContract } from './feed-contract.js';
import { FeedPublisher, type Source } from './feed-publisher.js';

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
@Injectable()
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
    const events = await this.codec.decode(stored);
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
