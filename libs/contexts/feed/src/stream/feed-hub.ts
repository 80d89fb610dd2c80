import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { type EventStore, type StoredEvent } from '#libs/platform/event-store';
import type { Logger } from '#libs/platform/runtime';
import { EVENT_STORE, LOGGER, nameOf } from '#libs/platform/service';
import { type FeedEntry, FeedReader } from '../feed-reader.js';

const PUBLISHED = 'feed.EventPublished.v';
/** Events after which somebody may have fewer rights than before. */
const RIGHTS = ['account.Permission', 'client.ClientRevoked.v'];
const RETRY_MS = 1_000;

/** A published event on its way to everybody who reads along. */
export interface LiveEntry extends FeedEntry {
  /** The event as JSON: made once for all, when the first of them asks. */
  json(): string;
}

/** Somebody who reads along. Called in the order of the log; must not take long. */
export interface FeedListener {
  published(entry: LiveEntry): void;
  /** Rights may have changed. */
  rightsChanged(): void;
  /** Events may have been missed: what is new has to be read from the log. */
  interrupted(): void;
}

/** One subscription of the log for all who read along in this process, streams and webhooks. It begins with the first of them. */
@Injectable()
export class FeedHub implements OnModuleDestroy {
  readonly #listeners = new Set<FeedListener>();
  readonly #stop = new AbortController();
  #position = 0n;
  #started: Promise<void> | undefined;
  #running: Promise<void> | undefined;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly reader: FeedReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Everything up to here has been handed on. */
  get position(): bigint {
    return this.#position;
  }

  /** Hands on what is published from now on. Answers how to stop that. */
  async listen(listener: FeedListener): Promise<() => void> {
    this.#started ??= this.#start();
    await this.#started;
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #start(): Promise<void> {
    try {
      this.#position = await this.store.head();
      this.#running = this.#follow();
    } catch (error) {
      this.#started = undefined;
      throw error;
    }
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    const filter = { typePrefixes: [PUBLISHED, ...RIGHTS] };
    while (!signal.aborted) {
      try {
        const after = this.#position;
        for await (const message of this.store.subscribeToAll({ after, filter, signal })) {
          if (message.kind === 'caught-up') continue;
          if (message.kind === 'event') await this.#handOn(message.event);
          this.#position = message.kind === 'event' ? message.event.position : message.position;
        }
      } catch (error) {
        this.logger.warn({ error: nameOf(error) }, 'the live feed is interrupted');
        for (const listener of this.#listeners) listener.interrupted();
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #handOn(stored: StoredEvent): Promise<void> {
    if (!stored.type.startsWith(PUBLISHED)) {
      for (const listener of this.#listeners) listener.rightsChanged();
      return;
    }
    for (const entry of await this.reader.entries([stored])) {
      let text: string | undefined;
      const live = { ...entry, json: () => (text ??= JSON.stringify(entry.event)) };
      for (const listener of this.#listeners) listener.published(live);
    }
  }
}
