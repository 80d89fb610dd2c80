import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { isAccountNumber, isFolioNumber } from '#libs/contexts/codes';
import type { AnsweredRequest, RequestLog } from '#libs/platform/http';
import { type Clock, type Ids, SharedRuns } from '#libs/platform/kernel';
import {
  cursorOf,
  type DocumentStore,
  type IndexValue,
  InvalidCursorError,
  valuesOfCursor,
} from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { CLOCK, IDS, LOGGER, PLATFORM, type Platform } from '#libs/platform/service';
import { logRecurring, nameOf } from '#libs/platform/stores';

/** How long requests wait to be stored together, in milliseconds. */
const PAUSE_MS = 1_000;

/** Requests in one document. */
const CHUNK = 500;

/** Requests that wait in memory while the store is away; more are lost. */
const MOST_WAITING = 20_000;

/** Refused requests kept for each firm and minute: anybody may send them who knows its API key. */
const MOST_REFUSED = 60;

/** Documents read for one page: a filter may match few. The next page continues there. */
const MOST_READ = 2_000;

const MINUTE_MS = 60_000;

const DAY_MS = 24 * 60 * MINUTE_MS;

const PREFIX = 'requests_';

const BY_TIME = 'by_time';

/** Requests of a firm that were answered within the same minute. */
interface Chunk {
  readonly firmId: string;
  /** When the first of them was answered, milliseconds since 1970. */
  readonly begin: number;
  /** In the order of their responses. */
  readonly requests: readonly AnsweredRequest[];
  readonly [other: string]: unknown;
}

export interface WantedRequests {
  readonly firmId: string;
  /** First and last moment of the responses, in milliseconds since 1970, inclusive and exclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  /** `next` of the previous page. */
  readonly after: string | undefined;
  matches(request: AnsweredRequest): boolean;
}

/** Where a page ends: after so many requests of a document, the newest first. */
interface Place {
  readonly begin: number;
  readonly id: string;
  readonly done: number;
}

/**
 * What firms sent in the last days, kept beside the log: it tells nothing that the log needs. Requests are stored together once a second, off
 * their own way; what waits is lost in a crash, or if the store is away for long. A collection holds a day, so that forgetting drops it.
 */
@Injectable()
export class RequestJournal implements RequestLog, OnApplicationBootstrap, OnModuleDestroy {
  /** By minute and firm. */
  #waiting = new Map<string, { readonly firmId: string; readonly requests: AnsweredRequest[] }>();
  #count = 0;
  #lost = 0;
  readonly #refused = new Map<string, number>();
  #minute = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #writing = new SharedRuns(() => this.#write());
  /** The newest day whose collection is there, and before which all are dropped. */
  #day: string | undefined;
  readonly #store: DocumentStore;
  readonly #days: number;

  constructor(
    @Inject(PLATFORM) platform: Platform,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#store = platform.requests;
    this.#days = platform.config.requestLogDays;
  }

  note(firmId: string, request: AnsweredRequest): void {
    if (this.#days === 0 || (!request.isAuthenticated && !this.#isFewRefused(firmId))) return;
    if (this.#count === MOST_WAITING) {
      this.#lost += 1;
      return;
    }
    const key = `${Math.floor(request.answeredAt / MINUTE_MS)}-${firmId}`;
    const known = this.#waiting.get(key);
    if (known) known.requests.push(request);
    else this.#waiting.set(key, { firmId, requests: [request] });
    this.#count += 1;
    this.#timer ??= setTimeout(() => void this.flush(), PAUSE_MS).unref();
  }

  isNumber(text: string): boolean {
    return isAccountNumber(text) || isFolioNumber(text);
  }

  #isFewRefused(firmId: string): boolean {
    const minute = Math.floor(this.clock.now() / MINUTE_MS);
    if (minute !== this.#minute) this.#refused.clear();
    this.#minute = minute;
    const count = (this.#refused.get(firmId) ?? 0) + 1;
    this.#refused.set(firmId, count);
    return count <= MOST_REFUSED;
  }

  /** Stores what waits. Never throws: what can't be stored waits on. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.#writing.run();
    } catch (error) {
      logRecurring(this.logger, 'requests not stored, retrying', nameOf(error));
      if (this.#count > 0) this.#timer ??= setTimeout(() => void this.flush(), PAUSE_MS).unref();
    }
    if (this.#lost === 0) return;
    logRecurring(this.logger, 'requests not stored', 'full', { lost: this.#lost });
    this.#lost = 0;
  }

  async #write(): Promise<void> {
    for (const [key, { firmId, requests }] of this.#waiting) {
      // What comes meanwhile waits for the next time, else each write would take the few that came during the one before.
      for (let left = requests.length; left > 0; left -= CHUNK) {
        const taken = requests.slice(0, Math.min(left, CHUNK));
        const begin = Math.min(...taken.map(({ answeredAt }) => answeredAt));
        const collection = await this.#collectionOf(begin);
        const chunk: Chunk = { firmId, begin, requests: taken };
        const write = { collection, id: this.ids.uuid(), document: chunk, position: 1n };
        await this.#store.write({ writes: [write], checkpoints: [] });
        requests.splice(0, taken.length);
        this.#count -= taken.length;
      }
      if (requests.length === 0) this.#waiting.delete(key);
    }
  }

  /** The collection of a moment. Makes that of a new day, and drops those that are too old. */
  async #collectionOf(moment: number): Promise<string> {
    const day = dayOf(moment);
    if (day === this.#day) return PREFIX + day;
    const indexes = [{ name: BY_TIME, fields: ['firmId', 'begin'] }];
    await this.#store.ensureCollection({ name: PREFIX + day, indexes });
    await this.#forget();
    this.#day = day;
    return PREFIX + day;
  }

  async #forget(): Promise<void> {
    const { clock } = this;
    const oldest = this.#days === 0 ? '' : PREFIX + dayOf(clock.now() - this.#days * DAY_MS);
    for (const name of await this.#store.listCollections()) {
      const isOld = oldest === '' || name < oldest;
      if (name.startsWith(PREFIX) && isOld) await this.#store.dropCollection(name);
    }
  }

  /** Forgets what became too old while the service was stopped. */
  async onApplicationBootstrap(): Promise<void> {
    await this.#forget().catch((error: unknown) =>
      logRecurring(this.logger, 'requests not forgotten', nameOf(error)),
    );
  }

  /** Requests of a firm, the newest first; those that other processes answered within a second may be missing. */
  async page(
    wanted: WantedRequests,
  ): Promise<{ readonly items: readonly AnsweredRequest[]; readonly next?: string }> {
    await this.flush();
    const now = this.clock.now();
    const oldest = startOfDay(now - this.#days * DAY_MS);
    const from = Math.max(wanted.from ?? 0, oldest);
    const place = wanted.after === undefined ? undefined : placeOf(wanted.after);
    const items: AnsweredRequest[] = [];
    let read = 0;
    const newest = Math.min(wanted.to ?? now, now, place?.begin ?? now);
    for (let day = startOfDay(newest); day >= startOfDay(from); day -= DAY_MS) {
      for await (const { id, document } of this.#chunks(day, wanted.firmId, from, newest)) {
        const { begin, requests } = document;
        const isPassed = place?.begin === begin && id > place.id;
        if (isPassed) continue;
        let done = place?.id === id ? place.done : 0;
        if (read === MOST_READ) return { items, next: cursorFor({ begin, id, done }) };
        read += 1;
        for (const request of [...requests].reverse().slice(done)) {
          const { answeredAt } = request;
          const isWithin = answeredAt >= from && answeredAt < (wanted.to ?? Infinity);
          if (isWithin && wanted.matches(request)) {
            if (items.length === wanted.limit) {
              return { items, next: cursorFor({ begin, id, done }) };
            }
            items.push(request);
          }
          done += 1;
        }
      }
    }
    return { items };
  }

  /** The documents of a day that may have requests of a period, the newest first. */
  async *#chunks(day: number, firmId: string, from: number, to: number) {
    const range: Record<'from' | 'to', IndexValue> = {
      from: Math.floor(from / MINUTE_MS) * MINUTE_MS,
      to,
    };
    const which = { index: BY_TIME, equals: [firmId], range, order: 'descending' } as const;
    let after: string | undefined;
    do {
      const page = await this.#store.findStored<Chunk>(PREFIX + dayOf(day), {
        ...which,
        limit: 50,
        after,
      });
      yield* page.items;
      after = page.next;
    } while (after !== undefined);
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }
}

/** `yyyyMMdd`, UTC. */
function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10).replaceAll('-', '');
}

function startOfDay(moment: number): number {
  return Math.floor(moment / DAY_MS) * DAY_MS;
}

function cursorFor({ begin, id, done }: Place): string {
  return cursorOf([begin, id, done]);
}

/** @throws InvalidCursorError */
function placeOf(cursor: string): Place {
  const [begin, id, done] = valuesOfCursor(cursor);
  const isPlace =
    Number.isSafeInteger(begin) && typeof id === 'string' && Number.isSafeInteger(done);
  if (!isPlace) throw new InvalidCursorError('cursor');
  return { begin: begin as number, id, done: done as number };
}
