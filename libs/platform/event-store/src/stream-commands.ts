import {
  type Clock,
  type CommandContext,
  type CommandMetadata,
  storedMetadata,
  conflict,
  type Decider,
  type DecisionContext,
  type DomainEvent,
  type Precondition,
  type IdSequence,
  type Ids,
  isAsExpected,
  isRefusal,
  preconditionFailed,
  type Recorded,
  type Refusal,
  timestampOf,
} from '#libs/platform/kernel';
import type { EventCodec } from './event-codec.js';
import { type EventStore, StoreUnavailableError } from './event-store.js';
import { AppendDraft, type CommandMark, type DraftEnd, type KnownStream } from './known-stream.js';
import type { Outcome } from './aggregate-store.js';
import { type Span, traced, tracing } from '#libs/platform/tracing';

/** Options of {@link AggregateStore.handle}. */
export interface HandleOptions {
  /** Required revision of the stream (`If-Match`). A stream without events does not exist. */
  readonly expectedRevision?: Precondition | undefined;
  /** Decide again even if the stream has seen the command id: for commands that are idempotent by their state. */
  readonly always?: boolean;
  /** The stream was loaded for this command, so a decision without events can rely on that read. */
  readonly loaded?: boolean;
  /** Asked right before the append; a refusal takes the place of the decision. */
  readonly stillAllowed?: CommandContext['stillAllowed'] | undefined;
}

/** What carrying out commands needs. */
export interface CommandTools {
  readonly store: EventStore;
  readonly codec: EventCodec;
  readonly clock: Clock;
  /** Creates event ids. */
  readonly ids: Pick<Ids, 'uuid'>;
  readonly derivedIds: (commandId: string) => IdSequence;
}

/** A queued command and its caller's promise. */
interface Job<State, Command, E extends DomainEvent> {
  readonly command: Command;
  readonly metadata: CommandContext;
  readonly options: HandleOptions;
  readonly resolve: (result: Outcome<E, State> | Refusal) => void;
  readonly reject: (error: unknown) => void;
}

/** A decided command and its result once its events are in the log. */
type Decided<State, Command, E extends DomainEvent> = readonly [
  Job<State, Command, E>,
  (positionOf: PositionOf) => Outcome<E, State> | Refusal,
];

/** Position of the newest event of a stream at a revision that a draft started at or added. */
type PositionOf = (revision: number) => bigint;

/** Maximum number of commands decided for one append, so that a busy stream does not hold up others. */
const MAX_TOGETHER = 256;
const MAX_DECISIONS = 4;

/**
 * Carries out the commands of a stream in order of arrival. Commands that arrive during an append are decided together, each on the
 * state left by those before it, and share the next append. The known state is trusted because the append verifies it: an unknown
 * stream is taken for a new one. Only if there is nothing to append is the log read before anybody gets a result.
 */
export class StreamCommands<State, Command, E extends DomainEvent> {
  readonly #waiting: Job<State, Command, E>[] = [];

  /**
   * @param known returns what this process knows of the stream
   * @param forget drops that knowledge
   * @param over called when no commands are left; later ones go to a new instance
   */
  constructor(
    private readonly decider: Decider<State, Command, E>,
    private readonly tools: CommandTools,
    private readonly known: () => KnownStream<State, Command, E>,
    private readonly forget: () => void,
    private readonly over: () => void,
  ) {}

  add(job: Job<State, Command, E>): void {
    this.#waiting.push(job);
  }

  /** Carries out all queued commands, including those added meanwhile. Never rejects. */
  async run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting.splice(0, MAX_TOGETHER);
      const open = new Set(jobs);
      try {
        await this.#carryOut(jobs, open);
      } catch (error) {
        this.forget();
        await this.#failed([...open], error);
      }
    }
    if (this.decider.shortLived === true) this.forget();
    this.over();
  }

  /** Rejects commands, except those that wait for the store to come back; they go to the front of the queue. */
  async #failed(jobs: readonly Job<State, Command, E>[], error: unknown): Promise<void> {
    const away = error instanceof StoreUnavailableError;
    const stay = async (job: Job<State, Command, E>): Promise<boolean> => {
      const stays = away && (await job.metadata.place?.waitToRetry()) === true;
      if (!stays) job.reject(error);
      return stays;
    };
    const stays = await Promise.all(jobs.map(stay));
    this.#waiting.unshift(...jobs.filter((_, index) => stays[index]));
  }

  /** @param open the commands without a result so far */
  async #carryOut(
    jobs: readonly Job<State, Command, E>[],
    open: Set<Job<State, Command, E>>,
  ): Promise<void> {
    const known = this.known();
    let fresh = false;
    let rounds = 0;
    while (open.size > 0 && rounds < MAX_DECISIONS) {
      const left = jobs.filter((job) => open.has(job));
      const draft = new AppendDraft<State, E>(known);
      const decided = await this.#decide(left, known, draft, open);
      // nothing is awaited from here to the append
      const refused = this.#refuseNoLongerAllowed(decided, draft, open);
      if (refused instanceof Promise ? await refused : refused) continue;
      const isCurrent = ([{ options }]: Decided<State, Command, E>): boolean =>
        known.isRead && options.loaded === true;
      if (draft.events.length === 0 && !fresh && !decided.every(isCurrent)) {
        // The decisions may rest on stale state, and there is no append to verify it.
        fresh = true;
        if ((await known.refresh()) > 0) {
          rounds += 1;
          continue;
        }
      }
      const positionOf: PositionOf | undefined =
        draft.events.length === 0
          ? () => draft.startedAt
          : await this.#tracedAppend(known, draft, decided);
      if (positionOf === undefined) {
        await known.refresh();
        fresh = true;
        rounds += 1;
        continue;
      }
      rounds = 0;
      for (const [job, resultAt] of decided) {
        open.delete(job);
        try {
          job.resolve(resultAt(positionOf));
        } catch (error) {
          job.reject(error);
        }
      }
    }
    const busy = conflict('The resource is being changed by others; try again.');
    for (const job of open) job.resolve(busy);
  }

  /** Refuses commands that are no longer allowed. Returns whether there were any: the others are then decided again, without them. */
  #refuseNoLongerAllowed(
    decided: readonly Decided<State, Command, E>[],
    draft: AppendDraft<State, E>,
    open: Set<Job<State, Command, E>>,
  ): Promise<boolean> | boolean {
    const waiting: Promise<boolean>[] = [];
    let found = false;
    for (const [job] of decided) {
      if (!draft.commands.has(job.metadata.commandId)) continue;
      const end = (refusal: Refusal | undefined): boolean => {
        if (refusal === undefined) return false;
        open.delete(job);
        job.resolve(refusal);
        return true;
      };
      const asked = job.options.stillAllowed?.();
      if (asked instanceof Promise) waiting.push(asked.then(end));
      else if (end(asked)) found = true;
    }
    if (waiting.length === 0) return found;
    return Promise.all(waiting).then((ended) => found || ended.includes(true));
  }

  /** Decides commands in turn while their events fit into one append. Repeated commands get their earlier result. */
  async #decide(
    jobs: readonly Job<State, Command, E>[],
    known: KnownStream<State, Command, E>,
    draft: AppendDraft<State, E>,
    open: Set<Job<State, Command, E>>,
  ): Promise<Decided<State, Command, E>[]> {
    const decided: Decided<State, Command, E>[] = [];
    for (const job of jobs) {
      const { command, metadata, options } = job;
      const { commandId } = metadata;
      if (options.always !== true) {
        const mark =
          known.markOf(commandId) ??
          (known.mayHaveForgotten(metadata) ? await known.findMark(metadata) : undefined);
        if (mark) {
          open.delete(job);
          this.#repeated(known, mark).then(job.resolve, job.reject);
          continue;
        }
        // The same command again: it gets its result once the first one's events are in the log.
        if (draft.commands.has(commandId)) continue;
      }
      const before = draft.end;
      const ahead = this.tools.clock.firms?.leadMs(metadata.firmId) ?? 0;
      const recorded = this.tools.clock.now();
      const context: DecisionContext = {
        now: timestampOf(recorded + ahead),
        ids: this.tools.derivedIds(commandId),
      };
      const stored = storedMetadata(metadata);
      const kept = ahead === 0 ? stored : { ...stored, recordedAt: timestampOf(recorded) };
      try {
        const revision = before.revision === -1 ? undefined : before.revision;
        const span = this.#span('decide', metadata);
        const decision = isAsExpected(options.expectedRevision, revision)
          ? this.decider.decide(command, before.state, context)
          : preconditionFailed();
        span?.end({ 'brokerage.outcome': isRefusal(decision) ? 'refused' : 'decided' });
        if (isRefusal(decision)) {
          decided.push([job, () => decision]);
        } else if (decision.length === 0) {
          decided.push([
            job,
            (positionOf) => this.#outcome(known.stream, [], before, positionOf(before.revision)),
          ]);
        } else {
          await metadata.begin?.();
          const encoded = await this.tools.codec.encode(
            known.stream,
            draft.chainEnd,
            decision,
            kept,
            context.now,
            () => this.tools.ids.uuid(),
          );
          if (!draft.hasRoomFor(encoded)) break;
          const events = draft.add(decision, encoded, { at: context.now, metadata: kept });
          const after = draft.end;
          decided.push([
            job,
            (positionOf) => {
              const position = positionOf(after.revision);
              const recorded = events.map((event): Recorded<E> => ({ position, ...event }));
              return this.#outcome(known.stream, recorded, after, position);
            },
          ]);
        }
      } catch (error) {
        // Personal keys are in a store, too.
        if (error instanceof StoreUnavailableError) throw error;
        // Like a refusal, it counts only if the known state proves current.
        const failed = (): never => {
          throw error;
        };
        decided.push([job, failed]);
      }
    }
    return decided;
  }

  #outcome(
    stream: string,
    events: readonly Recorded<E>[],
    after: DraftEnd<State>,
    position: bigint,
  ): Outcome<E, State> {
    const { revision } = after;
    return { stream, revision, position, own: position, events, repeated: false, after };
  }

  /** Starts a span of a traced command. It names only the category of the stream. */
  #span(what: string, { traceparent }: CommandMetadata): Span | undefined {
    if (traceparent === undefined) return undefined;
    return tracing()?.start(`${what} ${this.decider.category}`, { parent: traceparent });
  }

  /** {@link #append} within a span of each command that shares it. */
  async #tracedAppend(
    known: KnownStream<State, Command, E>,
    draft: AppendDraft<State, E>,
    decided: readonly Decided<State, Command, E>[],
  ): Promise<PositionOf | undefined> {
    const sharing = decided.filter(([{ metadata }]) => draft.commands.has(metadata.commandId));
    // Rows of an import don't tell where they are. What shares an append is one place for all other streams.
    const isTold = sharing.length > 1 && sharing.some(([{ metadata }]) => !metadata.place);
    const append = (): Promise<PositionOf | undefined> => this.#append(known, draft, isTold);
    if (tracing() === undefined) return append();
    const spans = sharing.flatMap(([{ metadata }]) => this.#span('append', metadata) ?? []);
    return spans.reduceRight(
      (work, span) => () =>
        traced(span, work, (positionOf) => ({
          ...{ 'db.system.name': 'event-log', 'db.operation.name': 'append' },
          'db.collection.name': this.decider.category,
          'db.operation.batch.size': draft.events.length,
          'brokerage.outcome': positionOf === undefined ? 'conflict' : 'appended',
        })),
      append,
    )();
  }

  /**
   * Where the events of the append are; undefined on a version conflict.
   * @param isTold commands that share the append have positions of their own: only then does a store that doesn't tell them have to be asked
   */
  async #append(
    known: KnownStream<State, Command, E>,
    draft: AppendDraft<State, E>,
    isTold: boolean,
  ): Promise<PositionOf | undefined> {
    const expected = draft.start === -1 ? 'no_stream' : draft.start;
    const result = await this.tools.store.append(known.stream, expected, draft.events);
    if (result.outcome === 'conflict') return undefined;
    known.appended(draft, result.position);
    const { position, positions } = result;
    const each = isTold ? (positions ?? (await this.#positionsIn(known.stream, draft))) : undefined;
    return (revision) =>
      revision === draft.start ? draft.startedAt : (each?.[revision - draft.start - 1] ?? position);
  }

  async #positionsIn(
    stream: string,
    { start, events }: AppendDraft<State, E>,
  ): Promise<readonly bigint[]> {
    const positions: bigint[] = [];
    const appended = { from: start + 1, max: events.length };
    for await (const { position } of this.tools.store.readStream(stream, appended)) {
      positions.push(position);
    }
    return positions;
  }

  async #repeated(
    known: KnownStream<State, Command, E>,
    mark: CommandMark,
  ): Promise<Outcome<E, State>> {
    const { stream } = known;
    const stored = [];
    const max = mark.last - mark.first + 1;
    const reading = this.tools.store.readStream(stream, { from: mark.first, max });
    for await (const event of reading) stored.push(event);
    const events = (await this.tools.codec.decode(stored)) as Recorded<E>[];
    const { state, revision } = known;
    const position = stored.at(-1)?.position ?? 0n;
    return {
      stream,
      revision: mark.last,
      position,
      own: position,
      events,
      repeated: true,
      after: { state, revision },
    };
  }
}
