import { Inject, Injectable } from '@nestjs/common';
import {
  AggregateStore,
  EventCodec,
  type EventStore,
  type StoredEvent,
} from '#libs/platform/event-store';
import { type RecordedOf, wireTimestamp, KeyedQueue } from '#libs/platform/kernel';
import { cursorFromPosition, indexOfCursor, type Page } from '#libs/platform/read-models';
import {
  ERASURE_LIST,
  erasureDecider,
  type ErasureEvent,
  EVENT_STORE,
} from '#libs/platform/service';
import type { ErasedPerson } from './erasure.dto.js';

type Certificate = Readonly<ErasedPerson>;

const BATCH = 200;

/**
 * Certificates from the log, in order of erasure. They are cached, so that each call reads only new events: some 500 bytes per erased
 * person, none of them personal data.
 */
@Injectable()
export class Certificates {
  readonly #list: Certificate[] = [];
  readonly #places = new Map<string, number>();
  readonly #turns = new KeyedQueue();
  /** Revision of the first unread event. */
  #next = 0;

  constructor(
    private readonly codec: EventCodec,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** The certificate of a person; undefined if not erased. */
  async of(loginId: string): Promise<Certificate | undefined> {
    await this.#catchUp();
    return this.#list[this.#places.get(loginId) ?? -1];
  }

  /** @throws InvalidCursorError */
  async page(limit: number, cursor?: string): Promise<Page<Certificate>> {
    const start = cursor === undefined ? 0 : indexOfCursor(cursor);
    await this.#catchUp();
    const end = start + limit;
    const items = this.#list.slice(start, end);
    return end < this.#list.length ? { items, next: cursorFromPosition(end) } : { items };
  }

  #catchUp(): Promise<void> {
    return this.#turns.run(ERASURE_LIST, async () => {
      let batch: StoredEvent[] = [];
      const stream = AggregateStore.stream(erasureDecider, ERASURE_LIST);
      for await (const event of this.store.readStream(stream, { from: this.#next })) {
        if (batch.push(event) < BATCH) continue;
        await this.#add(batch);
        batch = [];
      }
      await this.#add(batch);
    });
  }

  async #add(stored: readonly StoredEvent[]): Promise<void> {
    for (const event of (await this.codec.decode(stored)) as RecordedOf<ErasureEvent>[]) {
      this.#apply(event);
      this.#next = event.revision + 1;
    }
  }

  #apply(event: RecordedOf<ErasureEvent>): void {
    const { loginId, keyId, keyFingerprint } = event.data;
    const place = this.#places.get(loginId) ?? this.#list.length;
    const known = this.#list[place];
    if (event.type === 'erasure.PersonErased') {
      this.#places.set(loginId, place);
      this.#list[place] = {
        loginId,
        erasureId: event.id,
        erasedAt: wireTimestamp(event.at),
        erasedBy: event.metadata.caller,
        reason: event.data.reason ?? null,
        keyId,
        keyFingerprint,
        certified: false,
        certifiedAt: null,
        erasureHash: null,
      };
    } else if (known) {
      const { erasureHash } = event.data;
      const certifiedAt = wireTimestamp(event.at);
      this.#list[place] = { ...known, certified: true, certifiedAt, erasureHash };
    }
  }
}
