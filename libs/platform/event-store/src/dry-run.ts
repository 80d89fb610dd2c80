import { AsyncLocalStorage } from 'node:async_hooks';
import { checkAppend, checkSize } from './append-rules.js';
import type { PersonalData } from './event-codec.js';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadStreamOptions,
  StoredEvent,
} from './event-store.js';

const underWay = new AsyncLocalStorage<DryRun | undefined>();

export function dryRunUnderWay(): DryRun | undefined {
  return underWay.getStore();
}

/** Whether a dry run is in progress: nothing outside the log may be stored, sent or destroyed then. */
export function isDryRun(): boolean {
  return underWay.getStore() !== undefined;
}

/** Runs work outside any dry run, even if one triggered it, as when a request waits for another on its connection. */
export function outsideDryRuns<T>(work: () => T): T {
  return isDryRun() ? underWay.run(undefined, work) : work();
}

/** Prefix of texts that a dry run kept instead of sealing them. */
const KEPT = 'dry-run.';

interface Continued {
  /** Revision of the last event in the log; -1 if there is none. */
  readonly base: number;
  readonly events: StoredEvent[];
}

/**
 * Decides commands on the real log without leaving anything there: only later steps of the same run see what they append. The events
 * get the current position of the log, so that nobody waits for documents that will never exist.
 */
export class DryRun {
  readonly #streams = new Map<string, Promise<Continued>>();
  readonly #events: StoredEvent[] = [];
  readonly #texts: string[] = [];
  readonly #memories = new Map<object, unknown>();

  get events(): readonly StoredEvent[] {
    return this.#events;
  }

  /** Runs work, and everything it triggers, as part of this dry run. */
  run<T>(work: () => T): T {
    return underWay.run(this, work);
  }

  /** What `owner` remembers for the duration of this run. */
  memoryOf<T>(owner: object, create: () => T): T {
    const known = this.#memories.get(owner) as T | undefined;
    if (known !== undefined) return known;
    const memory = create();
    this.#memories.set(owner, memory);
    return memory;
  }

  /** Keeps a text instead of sealing it, so that no key is created for it. */
  keepText(text: string): string {
    return `${KEPT}${this.#texts.push(text) - 1}`;
  }

  /** A kept text; undefined for one that was sealed. */
  keptText(sealed: string): string | undefined {
    return sealed.startsWith(KEPT) ? this.#texts[Number(sealed.slice(KEPT.length))] : undefined;
  }

  /** {@link EventStore.append} after the events in the log. */
  async append(
    log: EventStore,
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    checkSize(events);
    const [continued, position] = await Promise.all([this.#continue(log, stream), log.head()]);
    const last = continued.base + continued.events.length;
    const actual = last === -1 ? 'no_stream' : last;
    if (expected !== actual) return { outcome: 'conflict', actual };
    const stored = events.map((event, index) => {
      return { ...event, stream, revision: last + 1 + index, position };
    });
    continued.events.push(...stored);
    this.#events.push(...stored);
    return { outcome: 'appended', revision: last + events.length, position };
  }

  #continue(log: EventStore, stream: string): Promise<Continued> {
    let continued = this.#streams.get(stream);
    if (continued === undefined) {
      continued = endOf(log, stream).then((base) => ({ base, events: [] }));
      this.#streams.set(stream, continued);
    }
    return continued;
  }

  /** {@link EventStore.readStream} over the log and the events of this run. */
  async *readStream(
    log: EventStore,
    stream: string,
    options: ReadStreamOptions = {},
  ): AsyncGenerator<StoredEvent, void, undefined> {
    const continued = await this.#streams.get(stream);
    if (continued === undefined) {
      yield* log.readStream(stream, options);
      return;
    }
    let left = options.max ?? Infinity;
    for await (const event of this.#both(log, stream, continued, options)) {
      if (left-- <= 0) return;
      yield event;
    }
  }

  async *#both(
    log: EventStore,
    stream: string,
    { base, events }: Continued,
    options: ReadStreamOptions,
  ): AsyncGenerator<StoredEvent, void, undefined> {
    const { direction = 'forwards' } = options;
    if (direction === 'forwards') {
      const { from = 0 } = options;
      for await (const event of log.readStream(stream, options)) {
        // Others may have continued the stream.
        if (event.revision > base) break;
        yield event;
      }
      yield* events.filter(({ revision }) => revision >= from);
      return;
    }
    const { from = Infinity } = options;
    yield* events.filter(({ revision }) => revision <= from).reverse();
    if (base >= 0) yield* log.readStream(stream, { ...options, from: Math.min(from, base) });
  }
}

async function endOf(log: EventStore, stream: string): Promise<number> {
  const newest = log.readStream(stream, { direction: 'backwards', max: 1 });
  for await (const { revision } of newest) return revision;
  return -1;
}

/** The log; during a dry run it only pretends to append. */
export class DryRunEventStore implements EventStore {
  constructor(private readonly log: EventStore) {}

  append: EventStore['append'] = (...append) => {
    const run = underWay.getStore();
    return run ? run.append(this.log, ...append) : this.log.append(...append);
  };

  readStream: EventStore['readStream'] = (...read) => {
    const run = underWay.getStore();
    return run ? run.readStream(this.log, ...read) : this.log.readStream(...read);
  };

  readAll: EventStore['readAll'] = (options) => this.log.readAll(options);
  subscribeToAll: EventStore['subscribeToAll'] = (options) => this.log.subscribeToAll(options);
  newest: EventStore['newest'] = (notBefore) => this.log.newest(notBefore);
  head: EventStore['head'] = () => this.log.head();
  state: EventStore['state'] = () => this.log.state();
  unavailableReason = (): string | undefined => this.log.unavailableReason?.();
  close: EventStore['close'] = () => this.log.close();
}

/** Encryption that creates no keys during a dry run. */
export class DryRunPersonalData implements PersonalData {
  /** @param check fails where `ensure` would, without creating keys */
  constructor(
    private readonly data: PersonalData,
    private readonly check: (subjects: Iterable<string>) => Promise<void>,
  ) {}

  ensure(subjects: Iterable<string>): Promise<void> {
    return dryRunUnderWay() ? this.check(subjects) : this.data.ensure(subjects);
  }

  prefetch(sealed: Iterable<string>): Promise<void> {
    return this.data.prefetch(sealed);
  }

  seal(subject: string, plaintext: string): string {
    return dryRunUnderWay()?.keepText(plaintext) ?? this.data.seal(subject, plaintext);
  }

  opener(sealed: string): () => string | undefined {
    const kept = dryRunUnderWay()?.keptText(sealed);
    return kept === undefined ? this.data.opener(sealed) : () => kept;
  }
}
