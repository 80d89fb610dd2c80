import { Inject, Injectable } from '@nestjs/common';
import {
  AggregateStore,
  EventCodec,
  type EventStore,
  KeyedQueue,
  type StoredEvent,
} from '#libs/platform/event-store';
import { type RecordedOf, wireTimestamp } from '#libs/platform/kernel';
import { cursorOfPlace, indexOfCursor, type Page } from '#libs/platform/read-models';
import {
  ERASURE_LIST,
  erasureDecider,
  type ErasureEvent,
  EVENT_STORE,
} from '#libs/platform/service';
import type { ErasedPerson } from './http/erasure.dto.js';

type Certificate = Readonly<ErasedPerson>;

const BATCH = 200;

/**
 * Certificates from the log, in the order in which the persons were erased. What has been read is kept, some 500 bytes of each person who
 * was erased: nobody's data are in it, and each look reads only what has come since.
 */
@Injectable()
export class Certificates {
  readonly #list: Certificate[] = [];
  readonly #places = new Map<string, number>();
  readonly #turns = new KeyedQueue();
  /** Revision of the first event that has not been read. */
  #next = 0;

  constructor(
    private readonly codec: EventCodec,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** That of a person; undefined for somebody who has not been erased. */
  async of(loginId: string): Promise<Certificate | undefined> {
    await this.#readOn();
    return this.#list[this.#places.get(loginId) ?? -1];
  }

  /**
   * Some of them, from the cursor of the page before on.
   * @throws InvalidCursorError for a cursor that is none
   */
  async page(limit: number, cursor?: string): Promise<Page<Certificate>> {
    const start = cursor === undefined ? 0 : indexOfCursor(cursor);
    await this.#readOn();
    const end = start + limit;
    const items = this.#list.slice(start, end);
    return end < this.#list.length ? { items, next: cursorOfPlace(end) } : { items };
  }

  #readOn(): Promise<void> {
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
      this.#take(event);
      this.#next = event.revision + 1;
    }
  }

  #take(event: RecordedOf<ErasureEvent>): void {
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
