import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { EventCodec, type EventStore } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import { type DocumentStore, Waiters } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import {
  type BackgroundProcess,
  PROGRESS_STORE,
  DurableFollower,
  EVENT_STORE,
  LOGGER,
  type ReactionStatus,
} from '#libs/platform/service';
import { AccountLocator, type Located } from './account-locator.js';
import { FeedPublisher, type Source } from './feed-publisher.js';
import { SOURCE_TYPES, translate } from './translation/translate.js';

/** About how many events are translated at a time, at most. */
const BATCH = 64;
const POLL_MS = 10;

/**
 * Translates the events of the log into published ones, once each and in the order of the log. A rebuild of read models does
 * not concern it: what has been published stands in the log and is never published again.
 */
@Injectable()
export class FeedTranslator implements BackgroundProcess {
  readonly name = 'feed.translator';
  readonly #follower: DurableFollower;
  readonly #waiters = new Waiters();

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    codec: EventCodec,
    @Inject(PROGRESS_STORE) progress: DocumentStore,
    @Inject(LOGGER) logger: Logger,
    private readonly locator: AccountLocator,
    private readonly publisher: FeedPublisher,
  ) {
    this.#follower = new DurableFollower({
      name: this.name,
      events: SOURCE_TYPES,
      batch: BATCH,
      store,
      codec,
      progress,
      logger,
      handle: (events) => this.#publish(events),
      moved: () => this.#waiters.check(),
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#follower.run(signal);
  }

  status(): ReactionStatus | undefined {
    return this.#follower.status();
  }

  /**
   * Waits until every event of the log up to a position has been published; false when that takes longer than `timeoutMs`.
   * From memory in the process that translates, elsewhere from the place it has kept.
   */
  async waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    if (this.#follower.isRunning) {
      return this.#waiters.wait(() => this.#follower.position >= position, timeoutMs);
    }
    const until = performance.now() + timeoutMs;
    while ((await this.#follower.storedPosition()) < position) {
      if (performance.now() >= until) return false;
      await delay(POLL_MS);
    }
    return true;
  }

  /** Nothing is published before the accounts of all events are known: a stream takes no event that is older than its newest. */
  async #publish(events: readonly Recorded[]): Promise<void> {
    const drafted = events.flatMap((event): Source[] => {
      const draft = translate(event);
      return draft ? [{ event, draft }] : [];
    });
    const accounts = await Promise.all(drafted.map(({ event }) => this.locator.locate(event)));
    const byAccount = new Map<string, { readonly account: Located; readonly sources: Source[] }>();
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
