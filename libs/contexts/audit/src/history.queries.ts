import { Inject, Injectable } from '@nestjs/common';
import { bankLinkDocuments, BankLinkIndex } from '#libs/contexts/bank-links';
import {
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
import {
  equalJson,
  isPast,
  omit,
  type ReadPoint,
  type Recorded,
  Secret,
  wireTimestamp,
} from '#libs/platform/kernel';
import {
  cursorFromPosition,
  type FindOptions,
  type Page,
  positionFromCursor,
  ReadModels,
} from '#libs/platform/read-models';
import { EVENT_STORE, PLATFORM, type Platform } from '#libs/platform/service';
import { about, contentOf, Subject } from '#libs/contexts/codes';
import {
  itemPlacesDocuments,
  ITEMS_ABOUT,
  type Place,
  placesAbout,
  stretchOf,
  TIMELINE_OF_SUBJECT,
  timelineDocuments,
} from './history.document.js';
import type { ChangeResponse, HistoryEntryResponse } from './history.dto.js';

function fieldsOf({ fields = contentOf }: EventHistory, data: EventData): [string, unknown][] {
  return Object.entries(fields(data)).filter(([, value]) => value !== undefined);
}

const MASK = '****';

interface Value {
  readonly value: unknown;
  /** Whether the field was personal in the event that set it. */
  readonly isPersonal: boolean;
}

const NOTHING: Value = { value: null, isPersonal: false };

/**
 * The field values of a stream as its events set them, to report what a change replaced. Personal values are compared but never
 * shown, not even by an event that only clears them.
 */
export class FieldValues {
  readonly #things = new Map<string, Map<string, Value>>();

  /** Applies the next event of the stream and returns what it changed. */
  apply(
    event: Recorded,
    history: EventHistory,
    personal: ReadonlySet<string>,
  ): readonly ChangeResponse[] {
    const data = event.data as EventData;
    const name = history.thing?.(data) ?? '';
    const before = history.begins ? undefined : this.#things.get(name);
    const known = before ?? new Map<string, Value>();
    this.#things.set(name, known);
    const now = history.ends
      ? [...known.keys()].map((field) => [field, null] as const)
      : fieldsOf(history, data);
    const changes: ChangeResponse[] = [];
    for (const [field, value] of now) {
      const from = known.get(field) ?? NOTHING;
      const to = { value: plain(value), isPersonal: personal.has(field) };
      if (equalJson(from.value, to.value)) continue;
      known.set(field, to);
      changes.push({ field, from: shown(from), to: shown(to) });
    }
    return changes;
  }
}

/**
 * Goes back through a stream from the last shown event and finds the events its changes depend on: back to where each changed
 * field was set before, or the thing began.
 */
class LookBack {
  /** By thing, the fields whose previous value is still unknown; `all` if the thing was ended. */
  readonly #open = new Map<string, Set<string> | 'all'>();

  /** Whether the events passed so far suffice. */
  get isComplete(): boolean {
    return this.#open.size === 0;
  }

  /** Passes the next older event. Returns whether it is needed. */
  pass(event: Recorded, history: EventHistory, isShown: boolean): boolean {
    const data = event.data as EventData;
    const name = history.thing?.(data) ?? '';
    const fields = fieldsOf(history, data).map(([field]) => field);
    const isNeeded = this.#settle(name, history, fields);
    if (!isShown) return isNeeded;
    if (history.ends) this.#open.set(name, 'all');
    else if (!history.begins && fields.length > 0) this.#add(name, fields);
    return true;
  }

  #add(name: string, fields: readonly string[]): void {
    const open = this.#open.get(name);
    if (open !== 'all') this.#open.set(name, new Set([...(open ?? []), ...fields]));
  }

  /** Resolves open fields with an older event. Returns whether it resolved any. */
  #settle(name: string, { begins, ends }: EventHistory, fields: readonly string[]): boolean {
    const open = this.#open.get(name);
    if (begins || ends) return this.#open.delete(name);
    if (open === undefined || open === 'all') return open === 'all';
    const settled = fields.filter((field) => open.delete(field));
    if (open.size === 0) this.#open.delete(name);
    return settled.length > 0;
  }
}

function shown({ value, isPersonal }: Value): unknown {
  return isPersonal && value !== null ? MASK : value;
}

/** Plain JSON, with secrets masked. */
function plain(value: unknown): unknown {
  if (value instanceof Secret) return value.masked;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(fields.map(([field, item]) => [field, plain(item)]));
}

/** Maximum timeline documents read at a time. The first read takes one, which may contain hundreds of events. */
const DOCUMENTS = 8;

/** Selects a page of a subject's events. */
export interface TimelinePage {
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** An earlier moment that ends the history, or a position it must include. */
  readonly point: ReadPoint | undefined;
}

/**
 * Finds the events of accounts, folios, bank links, members and firms in the log. The history of a subject includes items for
 * attention about it; that of an account also those about its bank links.
 */
@Injectable()
export class Timelines {
  constructor(private readonly readModels: ReadModels) {}

  async page(
    subject: string,
    { order, limit, cursor, point }: TimelinePage,
  ): Promise<{ readonly places: readonly Place[]; readonly next?: string }> {
    const after = cursor === undefined ? undefined : positionFromCursor(cursor);
    const found: Place[] = [];
    for await (const place of this.#places(subject, order, after, point)) {
      if (found.push(place) > limit) break;
    }
    const places = found.slice(0, limit);
    const last = places.at(-1);
    if (found.length <= limit || last === undefined) return { places };
    return { places, next: cursorFromPosition(BigInt(last.position)) };
  }

  async newest(subject: string, atLeast: bigint): Promise<Place | undefined> {
    const { places } = await this.page(subject, { order: 'newest', limit: 1, point: atLeast });
    return places[0];
  }

  /**
   * Names of the streams with the history of a subject, each once: those that belong to it, as the first event of a stream decides, and
   * those of items for attention about it, which belong to a member too.
   */
  async *streams(subject: string, atLeast: bigint): AsyncGenerator<string> {
    for await (const place of this.#places(subject, 'oldest', undefined, atLeast)) {
      if (place.owned && place.revision === 0) yield place.stream;
    }
    const items = await this.#itemPlaces(subject, atLeast);
    yield* new Set(items.map(({ stream }) => stream));
  }

  /** Places after the cursor position `after`, and none after the moment of an as-of read. */
  async *#places(
    subject: string,
    order: TimelinePage['order'],
    after: bigint | undefined,
    point: ReadPoint | undefined,
  ): AsyncGenerator<Place> {
    const descending = order === 'newest';
    const last = isPast(point) ? point.asOf : undefined;
    const isBefore = (one: bigint, other: bigint): boolean =>
      descending ? one > other : one < other;
    const isWanted = (place: Place): boolean =>
      (last === undefined || BigInt(place.position) <= last) &&
      (after === undefined || isBefore(after, BigInt(place.position)));
    const items = (await this.#itemPlaces(subject, point))
      .filter(isWanted)
      .sort((one, other) => (isBefore(BigInt(one.position), BigInt(other.position)) ? -1 : 1));
    const from = after === undefined ? undefined : stretchOf(after);
    const to = last === undefined ? undefined : stretchOf(last);
    let selection: FindOptions | undefined = {
      index: TIMELINE_OF_SUBJECT,
      equals: [subject],
      range: bounds(descending, from, to),
      order: descending ? 'descending' : 'ascending',
      limit: 1,
    };
    const model = this.readModels.of(timelineDocuments);
    while (selection !== undefined) {
      const { items: stretches, next } = await model.find(selection, isPast(point) ? last : point);
      for (const { places } of stretches) {
        for (const place of (descending ? places.toReversed() : places).filter(isWanted)) {
          const at = BigInt(place.position);
          const due = items.findIndex(({ position }) => !isBefore(BigInt(position), at));
          yield* items.splice(0, due === -1 ? items.length : due);
          yield place;
        }
      }
      const limit = Math.min(2 * selection.limit, DOCUMENTS);
      selection = next === undefined ? undefined : { ...selection, limit, after: next };
    }
    yield* items;
  }

  /** Events of items for attention about the subject or, for an account, about one of its bank links; unordered. */
  async #itemPlaces(subject: string, point: ReadPoint | undefined): Promise<Place[]> {
    const [kind, id = ''] = subject.split(':');
    if (kind !== 'account' && kind !== 'bankLink') return [];
    const atLeast = isPast(point) ? point.asOf : point;
    const links =
      kind === 'account'
        ? await this.readModels
            .of(bankLinkDocuments)
            .findAll({ index: BankLinkIndex.Account, equals: [id] }, atLeast)
        : [];
    const subjects = new Set([
      subject,
      ...links.map(({ bankLinkOid }) => Subject.bankLink(bankLinkOid)),
    ]);
    const model = this.readModels.of(itemPlacesDocuments);
    const found = await Promise.all(
      [...subjects].map((about) => model.findAll({ index: ITEMS_ABOUT, equals: [about] }, atLeast)),
    );
    // an item that was about several of them is found several times
    return [
      ...new Map(found.flat().map((item) => [item.places[0]?.stream, item])).values(),
    ].flatMap((item) => placesAbout(item, subjects));
  }
}

/** Range of stretches from the cursor on, up to the last moment. */
function bounds(
  descending: boolean,
  cursor: string | undefined,
  last: string | undefined,
): { readonly from?: string; readonly to?: string } {
  if (!descending) return { ...(cursor && { from: cursor }), ...(last && { to: last }) };
  const to = [cursor, last].filter((bound) => bound !== undefined).sort()[0];
  return to === undefined ? {} : { to };
}

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
