import {
  type EventFilter,
  type EventStore,
  type StoredEvent,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import { describeError } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import {
  type ParkedEvent,
  type ParkedEvents,
  REQUESTS,
  type RetryRequested,
} from './parked-events.js';

/** A consumer with this many parked events is at fault itself: it retries the next failing event instead of parking it. */
const MOST_PARKED = 100;

/** How a consumer parks events that its handler fails on. */
export interface ParkingOptions {
  readonly events: ParkedEvents;
  /** Events of one partition keep their order. Default: one partition per stream. */
  readonly partition?: (event: StoredEvent) => Promise<string>;
}

interface Parker {
  readonly name: string;
  readonly store: Pick<EventStore, 'readStream' | 'readAll'>;
  readonly filter: EventFilter;
  readonly handle: (events: readonly StoredEvent[]) => Promise<void>;
  readonly logger: Logger | undefined;
}

/**
 * Handles events for a consumer and parks those that keep failing: the consumer goes on, and later events of the same partition wait. If a
 * store is unavailable or the disk is full, no event is at fault, and none is parked.
 */
export class Parking {
  readonly #parked = new Map<string, ParkedEvent>();
  #skipped: ReadonlySet<string> = new Set();
  #failing: { event: StoredEvent; attempts: number; error: unknown } | undefined;

  constructor(
    private readonly consumer: Parker,
    private readonly options: ParkingOptions,
  ) {}

  /** The event on which the handler threw an error; undefined if no event is at fault. */
  failedOn(error: unknown): StoredEvent | undefined {
    return this.#failing?.error === error ? this.#failing?.event : undefined;
  }

  get size(): number {
    return this.#parked.size;
  }

  /**
   * Retries each parked event when a process starts to work, because a newer build may be able to handle it.
   * @param position the consumer has passed everything up to here
   */
  async begin(position: bigint, signal: AbortSignal): Promise<void> {
    await this.#refresh();
    for (const parked of [...this.#parked.values()]) {
      if (signal.aborted) return;
      await this.#retry(parked, position);
    }
  }

  /** Resolves when each event has been handled, waits in its partition, or is skipped. */
  async handle(events: readonly StoredEvent[]): Promise<void> {
    const at = events.findIndex(({ type }) => REQUESTS.some((prefix) => type.startsWith(prefix)));
    const request = events[at];
    if (request === undefined) return this.#handleEach(events);
    await this.#handleEach(events.slice(0, at));
    await this.#handleRequest(request);
    await this.handle(events.slice(at + 1));
  }

  async #handleEach(events: readonly StoredEvent[]): Promise<void> {
    const free = await this.#unblocked(events);
    const [first, ...others] = free;
    if (first === undefined) return;
    try {
      await this.consumer.handle(free);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      // handled one by one to find the event at fault
      if (others.length > 0) for (const event of free) await this.#handleEach([event]);
      else await this.#countFailure(first, error);
    }
  }

  /** Drops events that are skipped or wait behind a parked one. */
  async #unblocked(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
    if (this.#parked.size + this.#skipped.size === 0) return events;
    const free: StoredEvent[] = [];
    for (const event of events) {
      if (this.#skipped.has(event.position.toString())) continue;
      if (this.#parked.size > 0 && this.#parked.has(await this.#partitionOf(event))) continue;
      free.push(event);
    }
    return free;
  }

  /** Parks an event after too many failures. @throws the error otherwise */
  async #countFailure(event: StoredEvent, error: unknown): Promise<void> {
    const { event: before, attempts: failures = 0 } = this.#failing ?? {};
    const attempts = before?.position === event.position ? failures + 1 : 1;
    this.#failing = { event, attempts, error };
    if (attempts < this.options.events.attempts || this.#parked.size >= MOST_PARKED) throw error;
    await this.#park(event, await this.#partitionOf(event), attempts, error);
  }

  async #park(
    { position, stream, revision, type }: StoredEvent,
    partition: string,
    attempts: number,
    cause: unknown,
  ): Promise<void> {
    const consumer = this.consumer.name;
    const place = { consumer, position: position.toString(), partition, stream, revision, type };
    const parked = { ...place, attempts, error: describeError(cause) };
    await this.options.events.park(parked);
    this.#parked.set(partition, parked);
    this.consumer.logger?.error(parked, 'event parked');
  }

  async #handleRequest({ data, position: requestedAt }: StoredEvent): Promise<void> {
    const { consumer, position } = data as Partial<RetryRequested['data']>;
    if (consumer !== this.consumer.name) return;
    await this.#refresh();
    const parked = [...this.#parked.values()].find((one) => one.position === position);
    if (parked) await this.#retry(parked, requestedAt);
  }

  /** Handles a parked event, unless it is skipped, and the events waiting behind it, up to the consumer's position. */
  async #retry(parked: ParkedEvent, upTo: bigint): Promise<void> {
    const { store, filter, handle, name } = this.consumer;
    const { partition, stream, revision } = parked;
    const position = BigInt(parked.position);
    const again = async (event: StoredEvent): Promise<boolean> => {
      if (this.#skipped.has(event.position.toString())) return true;
      try {
        await handle([event]);
        return true;
      } catch (error) {
        if (isInfrastructure(error)) throw error;
        const attempts = event.position === position ? parked.attempts + 1 : 1;
        await this.#park(event, partition, attempts, error);
        return false;
      }
    };
    for await (const event of store.readStream(stream, { from: revision, max: 1 })) {
      if (!(await again(event))) return;
    }
    if (upTo > position) {
      for await (const event of store.readAll({ after: position, filter })) {
        if (event.position > upTo) break;
        if ((await this.#partitionOf(event)) === partition && !(await again(event))) return;
      }
    }
    await this.options.events.resume(name, partition);
    this.#parked.delete(partition);
    this.consumer.logger?.info({ consumer: name, partition }, 'partition resumed');
  }

  /** Reloads parked and skipped events from the log. */
  async #refresh(): Promise<void> {
    const { events } = this.options;
    const { parked, skipped } = await events.of(this.consumer.name);
    this.#skipped = new Set(skipped);
    this.#parked.clear();
    for (const one of parked) this.#parked.set(one.partition, one);
  }

  #partitionOf(event: StoredEvent): Promise<string> {
    return this.options.partition?.(event) ?? Promise.resolve(event.stream);
  }
}

/** Whether the cause is an unavailable store or an error of the operating system, not an event. */
function isInfrastructure(error: unknown): boolean {
  return error instanceof StoreUnavailableError || (error instanceof Error && 'errno' in error);
}
