import { Inject, Injectable } from '@nestjs/common';
import { EventCodec, type EventStore, type StoredEvent } from '#libs/platform/event-store';
import type { ReadPoint, Recorded } from '#libs/platform/kernel';
import { type FindOptions, ReadModels } from '#libs/platform/read-models';
import { EVENT_STORE, PLATFORM, type Platform } from '#libs/platform/service';
import { FieldValues } from './changes.js';
import { descriptors } from './descriptors.js';
import { type HistoryEntry, historyEntry } from './history-entry.js';
import { type TimelineDocument, timeline, TimelineIndex } from './timeline.projection.js';

/** Which page of a history. */
export interface HistoryPage {
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  /** Cursor of the page before. */
  readonly cursor?: string | undefined;
  /** Where in the log the history ends: at a moment of the past, else not before a position. */
  readonly point: ReadPoint | undefined;
}

/** Events of a stream that are decoded at a time. */
const BATCH = 500;

/** Histories of accounts, folios, bank links and members, read from the log along the timeline. */
@Injectable()
export class Histories {
  constructor(
    private readonly readModels: ReadModels,
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
    { order, limit, cursor, point }: HistoryPage,
  ): Promise<{ readonly entries: readonly HistoryEntry[]; readonly next?: string }> {
    const selection: FindOptions = {
      index: TimelineIndex.Subject,
      equals: [subject],
      order: order === 'newest' ? 'descending' : 'ascending',
      limit,
      ...(cursor !== undefined && { after: cursor }),
    };
    const { items, next } = await this.readModels.of(timeline).find(selection, point);
    const wanted = new Map<string, TimelineDocument[]>();
    for (const item of items) {
      wanted.set(item.stream, [...(wanted.get(item.stream) ?? []), item]);
    }
    const entries = new Map<string, HistoryEntry>();
    for (const [stream, places] of wanted) {
      const revisions = new Set(places.map(({ revision }) => revision));
      for (const entry of await this.#ofStream(stream, revisions)) {
        entries.set(`${stream}/${entry.revision}`, entry);
      }
    }
    const inOrder = items.flatMap(
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
