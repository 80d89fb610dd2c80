import { Inject, Injectable } from '@nestjs/common';
import { EventCodec, type EventStore, type StoredEvent } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import { EVENT_STORE, PLATFORM, type Platform } from '#libs/platform/service';
import { FieldValues } from './changes.js';
import { descriptors } from './descriptors.js';
import { type HistoryEntry, historyEntry } from './history-entry.js';
import { type TimelinePage, Timelines } from './timelines.js';

/** Events of a stream that are decoded at a time. */
const BATCH = 500;

/** Histories of accounts, folios, bank links and members, read from the log along the timeline. */
@Injectable()
export class Histories {
  constructor(
    private readonly timelines: Timelines,
    private readonly codec: EventCodec,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /**
   * One page of a subject's history.
   * @throws InvalidCursorError for a cursor that is none
   */
  async page(
    subject: string,
    which: TimelinePage,
  ): Promise<{ readonly entries: readonly HistoryEntry[]; readonly next?: string }> {
    const { places, next } = await this.timelines.page(subject, which);
    const wanted = new Map<string, Set<number>>();
    for (const { stream, revision } of places) {
      wanted.set(stream, (wanted.get(stream) ?? new Set()).add(revision));
    }
    const entries = new Map<string, HistoryEntry>();
    for (const [stream, revisions] of wanted) {
      for (const entry of await this.#ofStream(stream, revisions)) {
        entries.set(`${stream}/${entry.revision}`, entry);
      }
    }
    const inOrder = places.flatMap(
      ({ stream, revision }) => entries.get(`${stream}/${revision}`) ?? [],
    );
    return { entries: inOrder, ...(next !== undefined && { next }) };
  }

  /** The entries of some events of a stream. The stream is read from its start: what changed depends on what was before. */
  async #ofStream(stream: string, revisions: ReadonlySet<number>): Promise<HistoryEntry[]> {
    const values = new FieldValues();
    const entries: HistoryEntry[] = [];
    let before: Recorded | undefined;
    const max = Math.max(...revisions) + 1;
    for await (const events of batches(this.store.readStream(stream, { max }), BATCH)) {
      for (const event of await this.codec.decode(events)) {
        const descriptor = event && descriptors[event.type];
        if (!descriptor) continue;
        const changes = values.apply(event, descriptor, this.#personal(event.type));
        if (revisions.has(event.revision)) {
          entries.push(historyEntry(event, descriptor, changes, before));
        }
        before = event;
      }
    }
    return entries;
  }

  #personal(type: string): ReadonlySet<string> {
    return new Set<string>(this.platform.registry.current(type).definition.personal?.fields);
  }
}

async function* batches(
  events: AsyncIterable<StoredEvent>,
  size: number,
): AsyncGenerator<StoredEvent[]> {
  let batch: StoredEvent[] = [];
  for await (const event of events) {
    batch.push(event);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
