import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type EventStreamBody, serverSentEvent } from '#libs/platform/http';
import { noSuchName, notFound, refuse, RefusedException } from '#libs/platform/kernel';
import {
  DocumentComparison,
  type DocumentStore,
  GenerationDocuments,
  type ListedGeneration,
  NoSuchGenerationError,
  type Projection,
  type ProjectionStatus,
} from '#libs/platform/read-models';
import { DOCUMENT_STORE, PLATFORM, type Platform } from '#libs/platform/service';
import { isLive } from './projection-operation.js';
import type {
  GenerationDiffResponse,
  GenerationResponse,
  ProjectionResponse,
} from './projections.dto.js';

/** Sample documents per kind of difference. */
const SAMPLES = 20;

/** Read models and their generations. Their state comes from the process that folds, which may be another one. */
@Injectable()
export class ProjectionDirectory {
  readonly #comparisons = new Map<string, Promise<GenerationDiffResponse>>();

  constructor(
    @Inject(PLATFORM) private readonly platform: Platform,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  /** @throws RefusedException 404 if this build has no such read model */
  require(name: string): Projection {
    const { projections } = this.platform;
    const found = projections.find((known) => known.name === name);
    if (found) return found;
    const names = projections.map((known) => known.name).sort();
    throw new RefusedException(notFound(noSuchName('read model', name, names)));
  }

  /** All generations of a read model. @throws RefusedException 404 unless `collection` is among them */
  async generations(
    { name }: Projection,
    collection: string,
  ): Promise<readonly ListedGeneration[]> {
    const known = await this.platform.projectionRunner.generations.list(name);
    const collections = known.map((found) => found.collection);
    if (collections.includes(collection)) return known;
    const message = `No such generation; there are ${collections.join(', ')}.`;
    throw new RefusedException(notFound(message));
  }

  async list(): Promise<readonly ProjectionResponse[]> {
    const status = await this.platform.projectionRunner.observe();
    const inOrder = [...this.platform.projections].sort((a, b) => (a.name < b.name ? -1 : 1));
    return Promise.all(inOrder.map((known) => this.#answer(known, status, false)));
  }

  /** One read model, with the number of documents of each generation. */
  async get(projection: Projection): Promise<ProjectionResponse> {
    return this.#answer(projection, await this.platform.projectionRunner.observe(), true);
  }

  /**
   * How a generation differs from the live one: names of fields only, no values. It reads both completely; concurrent requests
   * share one comparison.
   * @throws RefusedException if one of them is missing, or both are the same
   */
  async diff(
    projection: Projection,
    collection: string,
    stopping: AbortSignal,
  ): Promise<GenerationDiffResponse> {
    const known = await this.generations(projection, collection);
    const live = known.find((found) => found.live)?.collection;
    if (live === undefined) throw new RefusedException(notFound('No generation is live yet.'));
    if (live === collection) throw new RefusedException(refuse(isLive('compared with itself')));
    const both = `${live} ${collection}`;
    const comparison =
      this.#comparisons.get(both) ??
      this.#compare(live, collection, stopping).finally(() => this.#comparisons.delete(both));
    this.#comparisons.set(both, comparison);
    return comparison.catch((error: unknown) => {
      if (!(error instanceof NoSuchGenerationError)) throw error;
      throw new RefusedException(notFound(error.message));
    });
  }

  async #compare(
    live: string,
    collection: string,
    signal: AbortSignal,
  ): Promise<GenerationDiffResponse> {
    const beside = new GenerationDocuments(this.documents, collection);
    await beside.to((await this.documents.checkpoint(live)) ?? 0n);
    const options = { isPersonal: () => true, samples: SAMPLES, signal };
    const comparison = DocumentComparison.of(this.documents, live, beside, options);
    const { samples, ...found } = await comparison;
    return {
      live,
      collection,
      position: beside.position.toString(),
      ...found,
      fields: found.fields.map(({ path, documents }) => ({ field: path, documents })),
      samples: samples.map(({ fields, ...sample }) => ({
        ...sample,
        fields: [...new Set(fields.map(({ path }) => path))],
      })),
    };
  }

  async #answer(
    { name, version }: Projection,
    all: readonly ProjectionStatus[],
    counted: boolean,
  ): Promise<ProjectionResponse> {
    const status = all.filter((one) => one.name === name);
    const generations = await this.platform.projectionRunner.generations.list(name);
    const shown = status.find(({ live }) => live) ?? status[0];
    const unattended = status.every(({ state }) => state === 'unattended');
    const unopened = status.find(({ collection }) => collection === '');
    return {
      name,
      version,
      state: shown?.state ?? 'unattended',
      position: String(shown?.position ?? 0),
      head: String(shown?.head ?? 0),
      lagSeconds: (shown?.lagSeconds ?? 0).toFixed(1),
      ...(shown?.lastError !== undefined && { lastError: shown.lastError }),
      ...(shown?.stoppedAt !== undefined && { stoppedAt: shown.stoppedAt.toString() }),
      skipped: (shown?.skipped ?? []).map(String),
      generations: await Promise.all(
        generations.map(async (found): Promise<GenerationResponse> => {
          const { collection, version: foldedWith, number, live } = found;
          const folded = status.find((one) => one.collection === collection);
          const position = folded?.position ?? (await this.documents.checkpoint(collection)) ?? 0n;
          return {
            collection,
            version: foldedWith,
            number,
            live,
            state: stateOf(found, folded ?? unopened, unattended),
            position: position.toString(),
            ...(counted && { documents: await this.documents.count(collection) }),
            ...(folded?.lastError !== undefined && { lastError: folded.lastError }),
          };
        }),
      ),
    };
  }
}

/** The state as requested and reported. The process that folds, perhaps another one, follows a request within a second or two. */
function stateOf(
  { live, chosen, wanted }: ListedGeneration,
  folded: ProjectionStatus | undefined,
  unattended: boolean,
): string {
  if (!wanted) return 'retired';
  if (unattended) return 'unattended';
  if (folded?.state === 'stopped') return folded.state;
  if (folded?.live !== live || (chosen && folded.state === 'ready')) return 'catching-up';
  return folded.state;
}

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
  /** Sends what is new. Returns why that was the last time, if it was. */
  const send = async (): Promise<string | undefined> => {
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
  for (;;) {
    const reason = await send();
    if (body.gone.aborted) return;
    if (reason === undefined) continue;
    body.finish(reason);
    return;
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
  poll: () => Promise<Partial<ProjectionResponse>>,
  collection: string | undefined,
  isOver: () => boolean,
): AsyncGenerator<ProgressLine, void, undefined> {
  let followed = collection;
  let before = '';
  for (;;) {
    const { name = '', head = '0', generations = [] } = await poll();
    followed ??= (
      generations.findLast(({ state, live }) => state === 'catching-up' && !live) ??
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
