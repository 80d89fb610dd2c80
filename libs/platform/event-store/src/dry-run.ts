import { AsyncLocalStorage } from 'node:async_hooks';
import { checkAppend, checkSize } from './append-rules.js';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadStreamOptions,
  StoredEvent,
} from './event-store.js';
import type { PersonalData } from './personal-data.js';

const underWay = new AsyncLocalStorage<DryRun | undefined>();

/** The dry run that what happens now belongs to. */
export function dryRunUnderWay(): DryRun | undefined {
  return underWay.getStore();
}

/** Whether what happens now belongs to a dry run: nothing outside the log may be kept, sent or destroyed then. */
export function isDryRun(): boolean {
  return underWay.getStore() !== undefined;
}

/** Runs work that belongs to no dry run, though one may have set it off, as a request does that waits for another on its connection. */
export function outsideDryRuns<T>(work: () => T): T {
  return isDryRun() ? underWay.run(undefined, work) : work();
}

/** Marks texts that a dry run has kept instead of sealing them. */
const KEPT = 'dry-run.';

/** A stream as a dry run continues it. */
interface Continued {
  /** Revision of the last event that is in the log; -1 for none. */
  readonly base: number;
  readonly events: StoredEvent[];
}

/**
 * Commands that are decided on what is in the log and leave nothing there: what they append is read by whatever follows in the same run, and by
 * nobody else. Its events stand at the position that the log had, so that nobody waits for documents that will never have them.
 */
export class DryRun {
  readonly #streams = new Map<string, Promise<Continued>>();
  readonly #events: StoredEvent[] = [];
  readonly #texts: string[] = [];
  readonly #memories = new Map<object, unknown>();

  /** What has been appended, in that order. */
  get events(): readonly StoredEvent[] {
    return this.#events;
  }

  /** Runs work that leaves nothing. Whatever it sets off belongs to it. */
  run<T>(work: () => T): T {
    return underWay.run(this, work);
  }

  /** What somebody remembers in this run, who must not remember it after. */
  memoryOf<T>(owner: object, create: () => T): T {
    const known = this.#memories.get(owner) as T | undefined;
    if (known !== undefined) return known;
    const memory = create();
    this.#memories.set(owner, memory);
    return memory;
  }

  /** Keeps a text that is not to be sealed: no key is made for what is not kept. */
  keepText(text: string): string {
    return `${KEPT}${this.#texts.push(text) - 1}`;
  }

  /** A text that was kept; undefined for one that was sealed. */
  keptText(sealed: string): string | undefined {
    return sealed.startsWith(KEPT) ? this.#texts[Number(sealed.slice(KEPT.length))] : undefined;
  }

  /** {@link EventStore.append}, behind what is in the log. */
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

  /** {@link EventStore.readStream}: what is in the log and what this run has appended. */
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
        // others may have gone on with the stream
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

/** The log: in a dry run it seems to take what is appended. */
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
  endOfAppend: EventStore['endOfAppend'] = (event) => this.log.endOfAppend(event);
  newest: EventStore['newest'] = (notBefore) => this.log.newest(notBefore);
  head: EventStore['head'] = () => this.log.head();
  state: EventStore['state'] = () => this.log.state();
  whyAway = (): string | undefined => this.log.whyAway?.();
  close: EventStore['close'] = () => this.log.close();
}

/** Encryption as it is, but in a dry run: no key is made for what is not kept. */
export class DryRunPersonalData implements PersonalData {
  /** @param check fails where `ensure` would, and makes no key */
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

  open(sealed: string): string | undefined {
    return this.opener(sealed)();
  }

  opener(sealed: string): () => string | undefined {
    const kept = dryRunUnderWay()?.keptText(sealed);
    return kept === undefined ? this.data.opener(sealed) : () => kept;
  }
}
