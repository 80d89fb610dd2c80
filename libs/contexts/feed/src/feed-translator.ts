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
import { AccountLocator } from './account-locator.js';
import { FeedPublisher } from './feed-publisher.js';
import { SOURCE_TYPES, translate } from './translation/translate.js';

/** Events that are translated at a time; those of one account are appended in their order all the same. */
const WINDOW = 512;
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
  /** The event of a run that was last given to the publisher, or will be once those before it have been. */
  readonly #last = new WeakMap<AbortSignal, Promise<unknown>>();

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
      window: WINDOW,
      store,
      codec,
      progress,
      logger,
      handle: (event, run) => this.#publish(event, run),
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

  /**
   * Accounts are looked for side by side, but events are published in the order of the log: a stream takes none that is older
   * than its newest. One whose account is not found out keeps all after it back.
   */
  async #publish(event: Recorded, run: AbortSignal): Promise<void> {
    const draft = translate(event);
    if (!draft) return;
    const turn = Promise.all([this.locator.locate(event), this.#last.get(run)]).then(
      ([account]) => ({
        published: account && this.publisher.publish(event, draft, account, run),
      }),
    );
    this.#last.set(run, turn);
    await (
      await turn
    ).published;
  }
}
