import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore, EventCodec, type EventStore } from '#libs/platform/event-store';
import { type RecordedOf, wireTimestamp } from '#libs/platform/kernel';
import {
  ERASURE_LIST,
  erasureDecider,
  type ErasureEvent,
  EVENT_STORE,
} from '#libs/platform/service';

/** An erasure on the wire. */
export interface Certificate {
  readonly erasureId: string;
  readonly erasedAt: string;
  readonly erasedBy: string;
  readonly keyId: string;
  readonly keyFingerprint: string | null;
  readonly certified: boolean;
  readonly certifiedAt: string | null;
  readonly erasureHash: string | null;
}

const BATCH = 200;

/** Reads certificates from the log. */
@Injectable()
export class Certificates {
  constructor(
    private readonly codec: EventCodec,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** All of them by login id, in the order in which the persons were erased. */
  async all(): Promise<ReadonlyMap<string, Certificate>> {
    const found = new Map<string, Certificate>();
    let batch = [];
    const stream = AggregateStore.stream(erasureDecider, ERASURE_LIST);
    for await (const event of this.store.readStream(stream)) {
      if (batch.push(event) < BATCH) continue;
      await this.#add(found, batch);
      batch = [];
    }
    await this.#add(found, batch);
    return found;
  }

  async #add(
    found: Map<string, Certificate>,
    stored: Parameters<EventCodec['decode']>[0],
  ): Promise<void> {
    for (const event of (await this.codec.decode(stored)) as RecordedOf<ErasureEvent>[]) {
      const { loginId, keyId, keyFingerprint } = event.data;
      const known = found.get(loginId);
      if (event.type === 'erasure.PersonErased') {
        found.set(loginId, {
          erasureId: event.id,
          erasedAt: wireTimestamp(event.at),
          erasedBy: event.metadata.caller,
          keyId,
          keyFingerprint,
          certified: false,
          certifiedAt: null,
          erasureHash: null,
        });
      } else if (known) {
        const { erasureHash } = event.data;
        const certifiedAt = wireTimestamp(event.at);
        found.set(loginId, { ...known, certified: true, certifiedAt, erasureHash });
      }
    }
  }
}
