import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v4 } from 'uuid';
import {
  type EventStore,
  type JsonObject,
  openEventStore,
  type StoredEvent,
} from '#libs/platform/event-store';
import type { DomainEvent, Recorded } from '#libs/platform/kernel';
import {
  type Document,
  type DocumentStore,
  openDocumentStore,
  type Projection,
  ProjectionRunner,
  type ProjectionProgress,
  type ProjectionRunnerOptions,
  ReadModels,
} from '#libs/platform/read-models';
import { PATIENCE_MS } from './condition.js';
import { ManualClock } from './manual-clock.js';

export type CounterEvent =
  | DomainEvent<'counter.Added', { readonly ids: readonly string[]; readonly n: number }>
  | DomainEvent<'counter.Removed', { readonly ids: readonly string[] }>;

export interface CounterDocument extends Record<string, unknown> {
  readonly id: string;
  readonly sum: number;
  /** Number of events folded in: reveals any that is folded twice or left out. */
  readonly seen: readonly string[];
}

/** A read model whose documents count the events folded into them. */
export function counters(
  change: Partial<Projection<CounterDocument, CounterEvent>> = {},
): Projection {
  const projection: Projection<CounterDocument, CounterEvent> = {
    name: 'counters.counter',
    version: 1,
    indexes: [{ name: 'sum', fields: ['sum'] }],
    events: ['counter.Added', 'counter.Removed'],
    documents: (event) => event.data.ids,
    fold: (document, event, id) =>
      event.type === 'counter.Removed'
        ? undefined
        : {
            id,
            sum: (document?.sum ?? 0) + event.data.n,
            seen: [...(document?.seen ?? []), event.id.slice(-6)].slice(-30),
          },
    ...change,
  };
  return projection;
}

/** Decodes as the codec does, without keys: strips the version. */
export function decodePlainly(event: StoredEvent): Recorded {
  const { type, data, id, stream, revision, position, metadata } = event;
  return {
    type: type.replace(/\.v\d+$/, ''),
    data,
    id,
    stream,
    revision,
    position,
    at: metadata['at'] as string,
    metadata: metadata as never,
  };
}

/** A store with some methods replaced. */
export function changed<S extends object>(store: S, methods: Partial<S>): S {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof method === 'function' ? (method.bind(target) as unknown) : method;
    },
  });
}

/** A gate that others wait at until it is opened. */
export class Gate {
  /** Whether anybody has arrived. */
  reached = false;
  open: () => void = () => undefined;
  readonly #opened = new Promise<void>((resolve) => (this.open = resolve));

  pass(): Promise<void> {
    this.reached = true;
    return this.#opened;
  }
}

/** A log and documents on disk, in their own directory. */
export class ProjectionWorld {
  readonly #remove: string[] = [];
  readonly #runners: ProjectionRunner[] = [];
  readonly #last = new Map<string, number>();
  decoded = 0;

  private constructor(
    readonly log: EventStore,
    public documents: DocumentStore,
    readonly clock: ManualClock,
  ) {}

  static async open(): Promise<ProjectionWorld> {
    const directory = mkdtempSync(join(tmpdir(), 'projections-'));
    const log = await openEventStore({ directory: join(directory, 'events') });
    const clock = new ManualClock();
    const documents = await openDocumentStore({ directory: join(directory, 'documents'), clock });
    const world = new ProjectionWorld(log, documents, clock);
    world.#remove.push(directory);
    return world;
  }

  /** Dependencies of as-of reads. */
  get reader(): ConstructorParameters<typeof ReadModels>[3] {
    return {
      eventStore: this.log,
      decode: (events) => Promise.resolve(events.map(decodePlainly)),
    };
  }

  /** Read models over the projections; as-of reads use `log`. */
  readModels(
    projections: readonly Projection[],
    progress: ProjectionProgress,
    {
      patienceMs = PATIENCE_MS,
      log = this.log,
      decode = this.reader.decode,
      skipped,
    }: Partial<ConstructorParameters<typeof ReadModels>[3]> & {
      patienceMs?: number;
      log?: EventStore;
    } = {},
  ): ReadModels {
    const reader = { eventStore: log, decode, skipped };
    return new ReadModels(this.documents, projections, progress, reader, patienceMs);
  }

  /** A world over existing stores. Closing it closes the stores and leaves their directories. */
  static over(log: EventStore, documents: DocumentStore): ProjectionWorld {
    return new ProjectionWorld(log, documents, new ManualClock());
  }

  /** Replaces the document store by an empty one, as after the database was dropped. */
  async loseDocuments(): Promise<void> {
    await this.documents.close();
    const directory = mkdtempSync(join(tmpdir(), 'projections-'));
    this.#remove.push(directory);
    this.documents = await openDocumentStore({ directory, clock: this.clock });
  }

  async append(type: string, data: JsonObject, stream = 'counter-1'): Promise<bigint> {
    const last = this.#last.get(stream);
    const revision = last === undefined ? 0 : last + 1;
    this.#last.set(stream, revision);
    const metadata = { at: '2026-03-02T15:00:00.000Z' };
    const result = await this.log.append(stream, last ?? 'no_stream', [
      { id: v4(), type, data, metadata },
    ]);
    if (result.outcome !== 'appended') throw new Error('conflict');
    return result.position;
  }

  /** Appends events together to a new stream. Returns the position of the last. */
  async appendTogether(events: readonly Pick<StoredEvent, 'type' | 'data'>[]): Promise<bigint> {
    const metadata = { at: '2026-03-02T15:00:00.000Z', commandId: v4() };
    const result = await this.log.append(
      `together-${v4()}`,
      'no_stream',
      events.map(({ type, data }) => ({ id: v4(), type, data, metadata })),
    );
    if (result.outcome !== 'appended') throw new Error('conflict');
    return result.position;
  }

  /** Adds `n` to each counter. Returns the position. */
  add(n: number, ...ids: string[]): Promise<bigint> {
    return this.append('counter.Added.v1', { ids, n });
  }

  removeCounters(...ids: string[]): Promise<bigint> {
    return this.append('counter.Removed.v1', { ids });
  }

  runner(options: Partial<ProjectionRunnerOptions> = {}): ProjectionRunner {
    const runner = new ProjectionRunner({
      eventStore: this.log,
      documents: this.documents,
      projections: [counters()],
      decode: (events) => {
        this.decoded += events.length;
        return Promise.resolve(events.map(decodePlainly));
      },
      clock: this.clock,
      holder: v4(),
      pollMs: 5,
      ...options,
    });
    this.#runners.push(runner);
    return runner;
  }

  /** The expected documents: a fold from zero in memory, up to a position or the head. */
  async expected(projection: Projection, upTo?: bigint): Promise<Map<string, Document>> {
    const documents = new Map<string, Document>();
    for await (const stored of this.log.readAll()) {
      const event = decodePlainly(stored);
      if (upTo !== undefined && event.position > upTo) break;
      if (!projection.events.includes(event.type)) continue;
      for (const id of new Set(projection.documents(event))) {
        const document = projection.fold(documents.get(id), event, id);
        if (document === undefined) documents.delete(id);
        else documents.set(id, document);
      }
    }
    return documents;
  }

  /** All documents of a collection. */
  async stored(collection: string): Promise<Map<string, Document>> {
    const documents = new Map<string, Document>();
    for await (const { id, document } of this.documents.scan(collection)) {
      documents.set(id, document);
    }
    return documents;
  }

  async close(): Promise<void> {
    for (const runner of this.#runners) await runner.stop();
    await this.documents.close();
    await this.log.close();
    for (const directory of this.#remove) await rm(directory, { recursive: true, force: true });
  }
}

/** Waits for a condition. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
