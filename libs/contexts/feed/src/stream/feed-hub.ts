import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { yieldToRequests } from '#libs/platform/read-models';
import { Turns } from '#libs/platform/kernel';
import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import type { Logger } from '#libs/platform/runtime';
import { EVENT_STORE, LOGGER, LogConsumer, oneByOne } from '#libs/platform/service';
import { type FeedEntry, FeedReader } from '../feed.queries.js';

const PUBLISHED = 'feed.EventPublished.v';
/** Events after which somebody may have fewer rights. */
const RIGHTS = [
  'account.Permission',
  'client.ClientRevoked.v',
  'client.SecretReplaced.v',
  'erasure.PersonErased.v',
];
/** Streams that read old events at a time. */
const READERS = 2;
/** Streams that send new events before requests get a turn. */
const SENDERS = 32;

/** A published event on its way to all listeners. */
export interface LiveEntry extends FeedEntry {
  /** The event as JSON, serialized once for all listeners on first use. */
  json(): string;
}

/** A listener for new events. Called in log order; must return quickly. */
export interface FeedListener {
  published(entry: LiveEntry): void;
  /** Somebody may have fewer rights after this event. */
  rightsChanged?(event: StoredEvent): void;
}

/** One consumer of the log, from its current end until it is ended. */
class Following {
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  /** Everything up to here was handed on. */
  position = 0n;
  readonly started: Promise<void>;

  constructor(store: EventStore, logger: Logger, handOn: (event: StoredEvent) => Promise<void>) {
    const moved = (position: bigint): void => void (this.position = position);
    const consumer = new LogConsumer({
      name: 'feed.live',
      store,
      logger,
      moved,
      typePrefixes: [PUBLISHED, ...RIGHTS],
      from: () => Promise.resolve(this.position),
      handle: oneByOne(handOn),
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
 * One log subscription for all live streams and webhooks of this process, open while there are listeners. A new listener reads
 * older events from the log, so it misses nothing.
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

  /** Everything up to here was handed on to the listeners. */
  get position(): bigint {
    return this.#following?.position ?? 0n;
  }

  /** Calls the listener for events published from now on. Returns a function that stops it. */
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

  /** Reads old events in turn, so that thousands of new streams neither fill the memory nor keep requests waiting. */
  read<T>(page: () => Promise<T>): Promise<T> {
    return this.#readers.take(async () => {
      await yieldToRequests();
      return page();
    });
  }

  /**
   * Resolves when the caller may send new events: at once if nobody else is sending. Events that arrive while thousands of
   * streams take their turns are sent together.
   */
  queue(): Promise<void> {
    return new Promise((resolve) => {
      this.#senders.push(resolve);
      if (!this.#sending) void this.#send();
    });
  }

  async #send(): Promise<void> {
    this.#sending = true;
    // lets listeners that were woken together join the first round
    await Promise.resolve();
    for (;;) {
      for (const resume of this.#senders.splice(0, SENDERS)) resume();
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
      for (const listener of this.#listeners) listener.rightsChanged?.(stored);
      return;
    }
    for (const entry of await this.reader.entries([stored])) {
      let text: string | undefined;
      const live = { json: () => (text ??= JSON.stringify(entry.event)), ...entry };
      for (const listener of this.#listeners) listener.published(live);
    }
  }
}
