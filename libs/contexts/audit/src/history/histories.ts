import { Inject, Injectable } from '@nestjs/common';
import {
  about,
  DryRun,
  EventCodec,
  type EventData,
  type EventHistory,
  type EventStore,
  outsideDryRuns,
  type StoredEvent,
} from '#libs/platform/event-store';
import {
  type DryRun as DryRunOfRequest,
  type DryRuns,
  encodeConsistencyToken,
} from '#libs/platform/http';
import { omit, type Recorded, wireTimestamp } from '#libs/platform/kernel';
import type { Page } from '#libs/platform/read-models';
import { EVENT_STORE, PLATFORM, type Platform } from '#libs/platform/service';
import type { ChangeResponse, HistoryEntryResponse } from '../http/history.dto.js';
import { FieldValues, LookBack } from './changes.js';
import { type TimelinePage, Timelines } from './timelines.js';

/** One event of a history, as it is returned. */
export type HistoryEntry = Readonly<HistoryEntryResponse>;

/** @param before the previous event of the stream */
export function historyEntry(
  event: Recorded,
  history: EventHistory,
  changes: readonly ChangeResponse[],
  before: Recorded | undefined,
): HistoryEntry {
  const { caller, actingMember = null, associatedMember = null, requestId } = event.metadata;
  return {
    time: wireTimestamp(event.at),
    type: event.type,
    description: history.title,
    about: (history.about ?? about)(event.data as EventData),
    actor: { caller, actingMember, associatedMember },
    changes,
    reason: history.reason?.(event.data as EventData, before) ?? null,
    stream: event.stream,
    revision: event.revision,
    position: encodeConsistencyToken(event.position),
    requestId,
  };
}

const BATCH = 64;

interface Described {
  readonly event: Recorded;
  readonly history: EventHistory;
}

/** Reads histories of accounts, folios, bank links, members and firms from the log, along the timeline. */
@Injectable()
export class Histories {
  constructor(
    private readonly timelines: Timelines,
    private readonly codec: EventCodec,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async page(subject: string, which: TimelinePage): Promise<Page<HistoryEntry>> {
    const { places, next } = await this.timelines.page(subject, which);
    const items = await this.entriesAt(places);
    return { items, ...(next !== undefined && { next }) };
  }

  async entriesAt(
    places: readonly Pick<StoredEvent, 'stream' | 'revision'>[],
  ): Promise<readonly HistoryEntry[]> {
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
    return places.flatMap(({ stream, revision }) => entries.get(`${stream}/${revision}`) ?? []);
  }

  /** Entries of some events of a stream. Changes depend on all earlier values, some reasons on the previous event. */
  async #ofStream(stream: string, shown: ReadonlySet<number>): Promise<HistoryEntry[]> {
    const values = new FieldValues();
    let before: Recorded | undefined;
    return (await this.#needed(stream, shown)).flatMap(({ event, history }) => {
      const changes = values.apply(event, history, this.#personal(event.type));
      const entry = historyEntry(event, history, changes, before);
      before = event;
      return shown.has(event.revision) ? [entry] : [];
    });
  }

  /** The requested events of a stream, and the earlier ones their entries depend on. */
  async #needed(stream: string, shown: ReadonlySet<number>): Promise<readonly Described[]> {
    const lookBack = new LookBack();
    const needed: Described[] = [];
    const first = Math.min(...shown);
    for await (const { event, history } of this.#backwards(stream, Math.max(...shown))) {
      const { revision } = event;
      const isNeeded = lookBack.pass(event, history, shown.has(revision));
      if (isNeeded || shown.has(revision + 1)) needed.push({ event, history });
      if (revision < first && lookBack.isComplete) break;
    }
    return needed.reverse();
  }

  async *#backwards(stream: string, from: number): AsyncGenerator<Described> {
    const stored = this.store.readStream(stream, { from, direction: 'backwards' });
    for await (const events of batches(stored, BATCH)) {
      for (const event of await this.codec.decode(events)) {
        const history = event && this.platform.registry.definition(event.type)?.history;
        if (history) yield { event, history };
      }
    }
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

/** Events that only serve the service itself: unique values and idempotency keys. */
const MACHINERY = ['reservation.', 'idempotency.'];

/** Dry runs of requests ([request.dry-run]): reports the events that would happen as histories report those that did. */
@Injectable()
export class DryRunReports implements DryRuns {
  constructor(private readonly histories: Histories) {}

  begin(): DryRunOfRequest {
    const run = new DryRun();
    return { run: (work) => run.run(work), events: () => run.run(() => this.#report(run.events)) };
  }

  outside<T>(work: () => T): T {
    return outsideDryRuns(work);
  }

  async #report(events: readonly StoredEvent[]): Promise<readonly object[]> {
    const shown = events.filter(({ type }) => !MACHINERY.some((prefix) => type.startsWith(prefix)));
    const entries = await this.histories.entriesAt(shown);
    // they have no position in the log
    return entries.map((entry) => omit(entry, 'position'));
  }
}
