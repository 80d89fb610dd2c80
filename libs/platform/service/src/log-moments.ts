import { LRUCache } from 'lru-cache';
import {
  areSameAppend,
  type EventStore,
  isRepetition,
  recordedAt,
  type StoredEvent,
} from '#libs/platform/event-store';
import type { RequestedMoment, Moments } from '#libs/platform/http';
import {
  addMilliseconds,
  type DomainEvent,
  type PastPoint,
  recordingTime,
  type Timestamp,
  timestampOf,
} from '#libs/platform/kernel';
import type { FindOptions, Projection, ReadModels } from '#libs/platform/read-models';

/**
 * Maximum disorder of recording times in the log, in milliseconds, caused by concurrent commands and differing clocks: behind an event
 * recorded this much later than a moment, no event from before the moment follows.
 */
export const DISORDER_MS = 1_000;
/** Moments older than this no longer change, so their position can be cached. */
const SETTLED_MS = 60_000;

/** Number of events in the first page, and in the largest. */
const FIRST_PAGE = 32;
const LARGEST_PAGE = 1_024;

const BEGINNING: PastPoint = { asOf: 0n, at: timestampOf(0) };

/**
 * Locates moments in the log. A time covers everything recorded at or before it. A position covers everything up to it, and its time is
 * that of the last event; a position inside an append stands for the end of the append, because appends are atomic.
 */
export class LogMoments implements Moments {
  readonly #settled = new LRUCache<string, PastPoint>({ max: 10_000 });

  constructor(
    private readonly eventStore: EventStore,
    private readonly readModels: ReadModels,
  ) {}

  async find(moment: RequestedMoment, now: Timestamp): Promise<PastPoint | undefined> {
    const name = 'time' in moment ? moment.time : moment.position.toString();
    const known = this.#settled.get(name);
    if (known !== undefined) return known;
    if ('time' in moment) {
      if (moment.time > now) return undefined;
      const point = await this.#atTime(moment.time);
      if (moment.time < addMilliseconds(now, -SETTLED_MS)) this.#settled.set(name, point);
      return point;
    }
    if (moment.position > (await this.eventStore.head())) return undefined;
    const point = await this.#atPosition(moment.position);
    this.#settled.set(name, point);
    return point;
  }

  async #atTime(time: Timestamp): Promise<PastPoint> {
    const milestone = await this.#milestone({
      index: BY_TIME,
      equals: [],
      range: { to: time },
      order: 'descending',
      limit: 1,
    });
    let { asOf } = milestone ?? BEGINNING;
    const end = addMilliseconds(time, DISORDER_MS);
    /** Whether a later event was seen since `asOf`. */
    let passed = false;
    for await (const event of this.#after(asOf)) {
      const at = recordedAt(event);
      if (at > end) break;
      if (at > time) passed = true;
      // A repetition may follow events that happened after the original.
      else if (!passed || !isRepetition(event)) {
        asOf = event.position;
        passed = false;
      }
    }
    return { asOf, at: time };
  }

  async #atPosition(position: bigint): Promise<PastPoint> {
    const index = BY_PLACE;
    const stretch = stretchOf(position);
    const here = await this.#milestone({ index, equals: [stretch], limit: 1 });
    const before: FindOptions = {
      index,
      equals: [],
      range: { to: stretch, toExclusive: true },
      order: 'descending',
      limit: 1,
    };
    const nearest = here && here.asOf < position ? here : await this.#milestone(before);
    const { asOf: after, at } = nearest ?? BEGINNING;
    let last: StoredEvent | undefined;
    for await (const event of this.#after(after)) {
      // A command's events are a whole, although others may share their append.
      if (event.position > position && !(last && areSameAppend(last, event))) break;
      last = event;
    }
    if (last === undefined) return { asOf: position, at };
    const asOf = last.position > position ? last.position : position;
    return { asOf, at: recordedAt(last) };
  }

  /** Reads the log after a position in small pages, because few events are needed. */
  async *#after(position: bigint): AsyncGenerator<StoredEvent, void, undefined> {
    for (let after = position, max = FIRST_PAGE; ; max = Math.min(max * 2, LARGEST_PAGE)) {
      let found = 0;
      for await (const event of this.eventStore.readAll({ after, max })) {
        yield event;
        after = event.position;
        found += 1;
      }
      if (found < max) return;
    }
  }

  async #milestone(selection: FindOptions): Promise<PastPoint | undefined> {
    const { items } = await this.readModels.of(milestones).find(selection);
    const [found] = items;
    return found && { asOf: BigInt(found.position), at: found.at };
  }
}

/** Positions grow with the bytes of the log: a stretch of 2^16 bytes holds about a hundred events. */
const STRETCH_BITS = 16n;

const TIMELINE = 'history.timeline';

/** The first event of a stretch of the log. */
interface Milestone extends Record<string, unknown> {
  readonly stretch: number;
  /** When the event was recorded. */
  readonly at: Timestamp;
  /** Its position, decimal. */
  readonly position: string;
}

/** Indexes of the milestones: by stretch number and by time. */
const [BY_PLACE, BY_TIME] = ['place', 'time'] as const;

function stretchOf(position: bigint): number {
  return Number(position >> STRETCH_BITS);
}

/**
 * Read model `history.timeline`: the time and position of the first event of each stretch of the log, to start reading near any moment.
 * Missing or late milestones only make reads longer.
 * @param projections projections whose events are decoded anyway
 */
export function timelineOver(projections: readonly Projection[]): Projection<Milestone> {
  return {
    name: TIMELINE,
    version: 1,
    indexes: [
      { name: BY_PLACE, fields: ['stretch'] },
      { name: BY_TIME, fields: ['at'] },
    ],
    events: [
      ...new Set(projections.flatMap(({ events }): readonly DomainEvent['type'][] => events)),
    ],
    impersonal: true,
    documents: ({ position }) => [String(stretchOf(position))],
    fold: (first, event) =>
      first ?? {
        stretch: stretchOf(event.position),
        at: recordingTime(event),
        position: event.position.toString(),
      },
  };
}

const milestones = { name: TIMELINE, fold: (document: Milestone | undefined) => document };
