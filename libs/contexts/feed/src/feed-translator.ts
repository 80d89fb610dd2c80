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
  /** Resolves once every event begun so far has been handed to the publisher. */
  #handedOver: Promise<void> = Promise.resolve();

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
      handle: (event) => this.#publish(event),
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
   * Finding an account may take one event longer than the next, and may fail. The newest published event says which have been,
   * so none may get past an earlier one: they are handed over in the order of the log, and after a failure none that comes
   * later, until the failed one comes again.
   */
  async #publish(event: Recorded): Promise<void> {
    const draft = translate(event);
    if (!draft) return;
    const { gate } = this.publisher;
    const before = this.#handedOver;
    let handedOver!: () => void;
    this.#handedOver = new Promise((resolve) => (handedOver = resolve));
    try {
      const [located] = await Promise.allSettled([this.locator.locate(event), before]);
      if (located.status === 'rejected') throw located.reason;
      gate.pass(event.position);
      const account = located.value;
      const publishing = account && this.publisher.publish(event, draft, account);
      handedOver();
      await publishing;
    } catch (error) {
      gate.close(event.position);
      throw error;
    } finally {
      handedOver();
    }
  }
}
