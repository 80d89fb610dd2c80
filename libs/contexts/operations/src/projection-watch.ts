import { setTimeout as delay } from 'node:timers/promises';
import { type EventStreamBody, serverSentEvent } from '#libs/platform/http';
import type { ProjectionAnswer } from './http/projection.dto.js';

/** What was found, and the same as JSON: made once for all. */
export interface Found<T> {
  readonly value: T;
  readonly json: string;
}

/**
 * Looks at something for all who want to know, one look at a time and not more often than asked for. Nobody waits: nothing is
 * looked at.
 */
export class SharedLook<T> {
  #coming: Promise<Found<T>> | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #begunAt = Number.NEGATIVE_INFINITY;

  /** @param everyMs shortest time from the beginning of a look to that of the next, in milliseconds */
  constructor(
    private readonly look: () => Promise<T>,
    private readonly everyMs: number,
    private readonly pause: (milliseconds: number) => Promise<unknown> = delay,
  ) {}

  /** What the next look finds: one that begins after the call, so that it shows what the caller has done. */
  next(): Promise<Found<T>> {
    return (this.#coming ??= this.#next());
  }

  async #next(): Promise<Found<T>> {
    await this.#running;
    const wait = this.#begunAt + this.everyMs - performance.now();
    if (wait > 0) await this.pause(wait);
    this.#coming = undefined;
    this.#begunAt = performance.now();
    const found = this.look().then((value) => ({ value, json: JSON.stringify(value) }));
    this.#running = found.catch(() => undefined);
    return found;
  }
}

/**
 * Sends what is looked at as server-sent events named `projections`: at once, then whenever it has changed. The last event,
 * `end`, says why it ends: `stopping`, `credentials-expired`, `slow-consumer` or `unavailable`.
 * @param limits milliseconds until the credentials expire, and between two signs of life
 */
export async function watch(
  look: Pick<SharedLook<unknown>, 'next'>,
  body: EventStreamBody,
  limits: {
    readonly stopping: AbortSignal;
    readonly expiresIn?: number;
    readonly heartbeat: number;
  },
): Promise<void> {
  const { stopping, expiresIn, heartbeat } = limits;
  const over = AbortSignal.any([stopping, body.gone]);
  const left = new Promise<undefined>((resolve) => {
    over.addEventListener('abort', () => resolve(undefined), { once: true });
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
        const data = (await Promise.race([look.next(), left]))?.json;
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

/** One line of the progress of a rebuild. Positions are decimal text. */
export interface ProgressLine {
  readonly projection: string;
  /** The generation that is followed; absent when none is being built. */
  readonly collection?: string;
  /** `catching-up`, and on the last line what came of it; `dropped` when it is gone. */
  readonly state: string;
  readonly live: boolean;
  readonly position: string;
  readonly head: string;
}

/**
 * Follows a generation until it is no longer catching up: a line at once, then one whenever something has moved.
 * @param look sets the pace
 * @param collection default: the one that is being built, else the live one
 * @param isOver ends it early, when the service stops
 */
export async function* progressOf(
  look: () => Promise<ProjectionAnswer>,
  collection: string | undefined,
  isOver: () => boolean,
): AsyncGenerator<ProgressLine, void, undefined> {
  let followed = collection;
  let before = '';
  for (;;) {
    const now = await look();
    const { name = '', head = '0', generations = [] } = now;
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
