import { setTimeout as delay } from 'node:timers/promises';
import { type EventStreamBody, serverSentEvent } from '#libs/platform/http';
import type { ProjectionResponse } from './http/projection.dto.js';

/** The result of a poll, serialized once for all watchers. */
interface Polled<T> {
  readonly value: T;
  readonly json: string;
}

/** Polls a source for all watchers together, one poll at a time and at a limited rate. Without watchers it doesn't poll. */
export class SharedPoll<T> {
  #next: Promise<Polled<T>> | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #startedAt = Number.NEGATIVE_INFINITY;

  /** @param everyMs minimum time between the starts of two polls, in milliseconds */
  constructor(
    private readonly poll: () => Promise<T>,
    private readonly everyMs: number,
    private readonly pause: (milliseconds: number) => Promise<unknown> = delay,
  ) {}

  /** The result of the next poll, which starts after the call and therefore reflects what the caller has done. */
  next(): Promise<Polled<T>> {
    return (this.#next ??= this.#poll());
  }

  async #poll(): Promise<Polled<T>> {
    await this.#running;
    const wait = this.#startedAt + this.everyMs - performance.now();
    if (wait > 0) await this.pause(wait);
    this.#next = undefined;
    this.#startedAt = performance.now();
    const found = this.poll().then((value) => ({ value, json: JSON.stringify(value) }));
    this.#running = found.catch(() => undefined);
    return found;
  }
}

/**
 * Sends polled data as server-sent events named `projections`: at once, then on every change. The last event, `end`, gives the
 * reason: `stopping`, `credentials-expired`, `slow-consumer` or `unavailable`.
 * @param limits time until the credentials expire, and between two signs of life, in milliseconds
 */
export async function watch(
  poll: Pick<SharedPoll<unknown>, 'next'>,
  body: EventStreamBody,
  limits: {
    readonly stopping: AbortSignal;
    readonly expiresIn?: number;
    readonly heartbeat: number;
  },
): Promise<void> {
  const { stopping, expiresIn, heartbeat } = limits;
  const ended = AbortSignal.any([stopping, body.gone]);
  const aborted = new Promise<undefined>((resolve) => {
    ended.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const started = performance.now();
  let before = '';
  let sentAt = started;
  for (;;) {
    const end = async (): Promise<string | undefined> => {
      if (stopping.aborted) return 'stopping';
      const now = performance.now();
      if (expiresIn !== undefined && now - started >= expiresIn) return 'credentials-expired';
      try {
        const data = (await Promise.race([poll.next(), aborted]))?.json;
        if (data === undefined || (data === before && now - sentAt < heartbeat)) return undefined;
        const text = data === before ? ': \n\n' : serverSentEvent({ event: 'projections', data });
        [before, sentAt] = [data, now];
        if (!body.send(text)) await body.room();
        return undefined;
      } catch {
        return 'unavailable';
      }
    };
    const reason = await end();
    if (body.gone.aborted) return;
    if (reason !== undefined) {
      body.finish(reason);
      return;
    }
  }
}

/** One line of the progress of a rebuild. Positions are decimal. */
export interface ProgressLine {
  readonly projection: string;
  /** The generation followed; absent if none is being built. */
  readonly collection?: string;
  /** `catching-up`, and on the last line the outcome; `dropped` if the generation no longer exists. */
  readonly state: string;
  readonly live: boolean;
  readonly position: string;
  readonly head: string;
}

/**
 * Follows a generation until it no longer catches up: one line at once, then one per change.
 * @param poll sets the pace
 * @param collection default: the generation being built, otherwise the live one
 * @param isOver ends it early when the service stops
 */
export async function* progressOf(
  poll: () => Promise<ProjectionResponse>,
  collection: string | undefined,
  isOver: () => boolean,
): AsyncGenerator<ProgressLine, void, undefined> {
  let followed = collection;
  let before = '';
  for (;;) {
    const { name = '', head = '0', generations = [] } = await poll();
    followed ??= (
      generations.findLast(({ state, live }) => state === 'catching-up' && live !== true) ??
      generations.find(({ live }) => live)
    )?.collection;
    const found = generations.find((known) => known.collection === followed);
    const line: ProgressLine = {
      projection: name,
      ...(followed !== undefined && { collection: followed }),
      state: found?.state ?? 'dropped',
      live: found?.live ?? false,
      position: found?.position ?? '0',
      head,
    };
    const text = JSON.stringify(line);
    if (text !== before) yield line;
    before = text;
    if (line.state !== 'catching-up' || isOver()) return;
  }
}
