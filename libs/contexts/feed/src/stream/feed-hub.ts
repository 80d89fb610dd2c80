import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { type EventStore, type StoredEvent, Turns } from '#libs/platform/event-store';
import { giveWay } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { EVENT_STORE, LOGGER, nameOf } from '#libs/platform/service';
import { type FeedEntry, FeedReader } from '../feed-reader.js';

const PUBLISHED = 'feed.EventPublished.v';
/** Events after which somebody may have fewer rights than before. */
const RIGHTS = ['account.Permission', 'client.ClientRevoked.v', 'erasure.PersonErased.v'];
const RETRY_MS = 1_000;
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
  /** Events may have been missed: what is new has to be read from the log. */
  interrupted(): void;
}

/** What a subscription of the log is for. */
interface Follower {
  handOn(event: StoredEvent): Promise<void>;
  /** Events may have been missed. */
  interrupted(error: unknown): void;
}

/** One subscription of the log, from its head on until it is ended. */
class Following {
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  /** Everything up to here has been handed on. */
  position = 0n;
  readonly started: Promise<void>;

  constructor(
    private readonly store: EventStore,
    private readonly follower: Follower,
  ) {
    this.started = this.#start();
    this.#ended = this.started.then(
      () => this.#follow(),
      () => undefined,
    );
  }

  end(): Promise<void> {
    this.#stop.abort();
    return this.#ended;
  }

  async #start(): Promise<void> {
    this.position = await this.store.head();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    const filter = { typePrefixes: [PUBLISHED, ...RIGHTS] };
    while (!signal.aborted) {
      try {
        const after = this.position;
        for await (const page of this.store.subscribeToAll({ after, filter, signal })) {
          for (const event of page.events) {
            await this.follower.handOn(event);
            this.position = event.position;
          }
          this.position = page.position;
        }
      } catch (error) {
        this.follower.interrupted(error);
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
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
    this.#following ??= new Following(this.store, {
      handOn: (event) => this.#handOn(event),
      interrupted: (error) => this.#interrupted(error),
    });
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
      await giveWay();
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
      await giveWay();
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

  #interrupted(error: unknown): void {
    this.logger.warn({ error: nameOf(error) }, 'the live feed is interrupted');
    for (const listener of this.#listeners) listener.interrupted();
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
