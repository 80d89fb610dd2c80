import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type EventStore, type StoredEvent, Turns } from '#libs/platform/event-store';
import { yieldToRequests } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { EVENT_STORE, LOGGER, LogConsumer, oneByOne } from '#libs/platform/service';
import { type FeedEntry, FeedReader } from '../feed-reader.js';

const PUBLISHED = 'feed.EventPublished.v';
/** Events after which somebody may have fewer rights than before. */
const RIGHTS = ['account.Permission', 'client.ClientRevoked.v', 'erasure.PersonErased.v'];
/** Streams that read what is old at once; the others wait. */
const READERS = 2;
/** Streams that send what is new before requests go on. */
const SENDERS = 32;

/** A published event on its way to everybody who reads along. */
export interface LiveEntry extends FeedEntry {
  /** The event as JSON: made once for all, when the first of them asks. */
  json(): string;
}

/** Somebody who reads along. Called in the order of the log; must not take long. */
export interface FeedListener {
  published(entry: LiveEntry): void;
  /** An event after which somebody may have fewer rights. */
  rightsChanged(event: StoredEvent): void;
}

/** One consumer of the log, from its head on until it is ended. */
class Following {
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  /** Everything up to here has been handed on. */
  position = 0n;
  /** Rejects when the log is away. */
  readonly started: Promise<void>;

  constructor(store: EventStore, logger: Logger, handOn: (event: StoredEvent) => Promise<void>) {
    const moved = (position: bigint): void => void (this.position = position);
    const consumer = new LogConsumer({
      ...{ name: 'feed.live', store, logger, moved },
      typePrefixes: [PUBLISHED, ...RIGHTS],
      from: () => Promise.resolve(this.position),
      handle: oneByOne((event) => handOn(event)),
    });
    this.started = store.head().then(moved);
    this.#ended = this.started.then(
      () => consumer.run(this.#stop.signal),
      () => undefined,
    );
  }

  end(): Promise<void> {
    this.#stop.abort();
    return this.#ended;
  }
}

/**
 * One subscription of the log for all who read along in this process, streams and webhooks: from the first of them until the
 * last has left. Who joins reads what is older from the log, so nothing is missed in between.
 */
@Injectable()
export class FeedHub implements OnModuleDestroy {
  readonly #listeners = new Set<FeedListener>();
  #following: Following | undefined;
  #ending: Promise<unknown> = Promise.resolve();
  readonly #readers = new Turns(READERS);
  readonly #senders: (() => void)[] = [];
  #sending = false;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly reader: FeedReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Everything up to here has been handed on to those who listen. */
  get position(): bigint {
    return this.#following?.position ?? 0n;
  }

  /** Hands on what is published from now on. Answers how to stop that. */
  async listen(listener: FeedListener): Promise<() => void> {
    this.#listeners.add(listener);
    const leave = (): void => this.#leave(listener);
    this.#following ??= new Following(this.store, this.logger, (event) => this.#handOn(event));
    try {
      await this.#following.started;
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /**
   * Reads what is old from the log, in turn: thousands of streams that begin at once neither fill the memory with what they have read nor
   * keep requests waiting.
   */
  read<T>(page: () => Promise<T>): Promise<T> {
    return this.#readers.take(async () => {
      await yieldToRequests();
      return page();
    });
  }

  /**
   * Resolves when it is the caller's turn to send what is new: at once for the first of a moment. What comes while thousands of streams
   * have theirs is sent together.
   */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#senders.push(resolve);
      if (!this.#sending) void this.#send();
    });
  }

  async #send(): Promise<void> {
    this.#sending = true;
    // those who were woken together are there by then
    await Promise.resolve();
    for (;;) {
      for (const goOn of this.#senders.splice(0, SENDERS)) goOn();
      if (this.#senders.length === 0) break;
      await yieldToRequests();
    }
    this.#sending = false;
  }

  #leave(listener: FeedListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    this.#ending = Promise.all([this.#ending, this.#following?.end()]);
    this.#following = undefined;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#ending, this.#following?.end()]);
  }

  async #handOn(stored: StoredEvent): Promise<void> {
    if (!stored.type.startsWith(PUBLISHED)) {
      for (const listener of this.#listeners) listener.rightsChanged(stored);
      return;
    }
    for (const entry of await this.reader.entries([stored])) {
      let text: string | undefined;
      const live = { json: () => (text ??= JSON.stringify(entry.event)), ...entry };
      for (const listener of this.#listeners) listener.published(live);
    }
  }
}
