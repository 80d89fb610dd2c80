import {
  type Clock,
  type CommandMetadata,
  conflict,
  type Decider,
  type DecisionContext,
  type DomainEvent,
  type ExpectedRevision,
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
import { AppendDraft, type CommandTrace, type DraftEnd, type KnownStream } from './known-stream.js';
import type { Outcome } from './outcome.js';
import { type Span, traced, tracing } from '#libs/platform/tracing';

/** How a command is carried out. */
export interface HandleOptions {
  /** Revision the stream must have: header `If-Match`. A stream without events is not there. */
  readonly expectedRevision?: ExpectedRevision | undefined;
  /** Decide again even when the stream has seen the command id: for commands whose state alone makes repeating harmless. */
  readonly always?: boolean;
  /** The stream has been loaded for this command: where it leaves nothing, that stands on what was read then. */
  readonly loaded?: boolean;
}

/** What commands are carried out with. */
export interface CommandTools {
  readonly store: EventStore;
  readonly codec: EventCodec;
  readonly clock: Clock;
  /** Makes the ids of events. */
  readonly ids: Pick<Ids, 'uuid'>;
  readonly derivedIds: (commandId: string) => IdSequence;
}

/** A command, and whoever waits for what becomes of it. */
interface Job<State, Command, E extends DomainEvent> {
  readonly command: Command;
  readonly metadata: CommandMetadata;
  readonly options: HandleOptions;
  readonly answer: (result: Outcome<E, State> | Refusal) => void;
  readonly fail: (error: unknown) => void;
}

/** What becomes of a command once the events it was decided with are in the log. */
type Decided<State, Command, E extends DomainEvent> = readonly [
  Job<State, Command, E>,
  (position: bigint) => Outcome<E, State> | Refusal,
];

/** Commands that are decided for one append at most: what is under way for one stream keeps no other one waiting. */
const TOGETHER = 256;
const DECISIONS = 4;

/**
 * Carries out the commands on one stream, in the order they come. Those that come while an append is under way are decided together,
 * each on the state that those before it leave, and share the next append. What this process knows of the stream is trusted as far
 * as an append checks it: a stream it knows nothing of is taken for one that does not exist, and only where nothing is to be
 * appended is the log read before anybody is answered.
 */
export class StreamCommands<State, Command, E extends DomainEvent> {
  readonly #waiting: Job<State, Command, E>[] = [];

  /**
   * @param known what this process knows of the stream
   * @param forget lets go of that
   * @param over nothing is left to do; what comes later is added to others
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

  /** Carries out everything that has been added, and is added meanwhile. Never rejects. */
  async run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting.splice(0, TOGETHER);
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

  /** Fails commands, but for those that want to wait until the store is back: they come first then. */
  async #failed(jobs: readonly Job<State, Command, E>[], error: unknown): Promise<void> {
    const away = error instanceof StoreUnavailableError;
    const stay = async (job: Job<State, Command, E>): Promise<boolean> => {
      const stays = away && (await job.metadata.turn?.tryAgain()) === true;
      if (!stays) job.fail(error);
      return stays;
    };
    const stays = await Promise.all(jobs.map(stay));
    this.#waiting.unshift(...jobs.filter((_, index) => stays[index]));
  }

  /** @param open those of the commands that nobody has answered yet */
  async #carryOut(
    jobs: readonly Job<State, Command, E>[],
    open: Set<Job<State, Command, E>>,
  ): Promise<void> {
    const known = this.known();
    let fresh = false;
    let rounds = 0;
    while (open.size > 0 && rounds < DECISIONS) {
      const left = jobs.filter((job) => open.has(job));
      const draft = new AppendDraft<State, E>(known);
      const decided = await this.#decide(left, known, draft, open);
      const stands = ([{ options }]: Decided<State, Command, E>): boolean =>
        known.isRead && options.loaded === true;
      if (draft.events.length === 0 && !fresh && !decided.every(stands)) {
        // decided on what may have changed: nothing tells but the log
        fresh = true;
        if ((await known.refresh()) > 0) {
          rounds += 1;
          continue;
        }
      }
      const position =
        draft.events.length === 0
          ? draft.startedAt
          : await this.#tracedAppend(known, draft, decided);
      if (position === undefined) {
        await known.refresh();
        fresh = true;
        rounds += 1;
        continue;
      }
      rounds = 0;
      for (const [job, answer] of decided) {
        open.delete(job);
        try {
          job.answer(answer(position));
        } catch (error) {
          job.fail(error);
        }
      }
    }
    const busy = conflict('The resource is being changed by others; try again.');
    for (const job of open) job.answer(busy);
  }

  /** Decides commands one after the other until no more fit into one append. Those that were carried out before are answered. */
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
        const trace =
          known.traceOf(commandId) ??
          (known.mayHaveForgotten(metadata) ? await known.findTrace(metadata) : undefined);
        if (trace) {
          open.delete(job);
          this.#repeated(known, trace).then(job.answer, job.fail);
          continue;
        }
        // the same once more: it is answered when the first has left its events
        if (draft.commands.has(commandId)) continue;
      }
      const before = draft.end;
      const ahead = this.tools.clock.ahead?.(metadata.firmId) ?? 0;
      const recorded = this.tools.clock.now();
      const context: DecisionContext = {
        now: timestampOf(recorded + ahead),
        ids: this.tools.derivedIds(commandId),
      };
      const kept = ahead === 0 ? metadata : { ...metadata, recordedAt: timestampOf(recorded) };
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
          const unchanged = draft.events.length === 0;
          decided.push([
            job,
            (position) =>
              this.#outcome(known.stream, [], before, unchanged ? draft.startedAt : position),
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
            (position) => {
              const recorded = events.map((event): Recorded<E> => ({ position, ...event }));
              return this.#outcome(known.stream, recorded, after, position);
            },
          ]);
        }
      } catch (error) {
        // keys of persons stand in a store, too
        if (error instanceof StoreUnavailableError) throw error;
        // like a refusal: on what the log really has there may be none
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
    left: DraftEnd<State>,
    position: bigint,
  ): Outcome<E, State> {
    return { stream, revision: left.revision, position, events, repeated: false, left };
  }

  /** A span of a command that is traced; of the stream it says the category alone. */
  #span(what: string, { traceparent }: CommandMetadata): Span | undefined {
    if (traceparent === undefined) return undefined;
    return tracing()?.start(`${what} ${this.decider.category}`, { parent: traceparent });
  }

  /** {@link #append}, as a span of each command that shares it. */
  async #tracedAppend(
    known: KnownStream<State, Command, E>,
    draft: AppendDraft<State, E>,
    decided: readonly Decided<State, Command, E>[],
  ): Promise<bigint | undefined> {
    const append = (): Promise<bigint | undefined> => this.#append(known, draft);
    if (tracing() === undefined) return append();
    const sharing = decided.filter(([{ metadata }]) => draft.commands.has(metadata.commandId));
    const spans = sharing.flatMap(([{ metadata }]) => this.#span('append', metadata) ?? []);
    return spans.reduceRight(
      (work, span) => () =>
        traced(span, work, (position) => ({
          'brokerage.events': draft.events.length,
          'brokerage.outcome': position === undefined ? 'conflict' : 'appended',
        })),
      append,
    )();
  }

  /** Position of what was appended; undefined on a version conflict. */
  async #append(
    known: KnownStream<State, Command, E>,
    draft: AppendDraft<State, E>,
  ): Promise<bigint | undefined> {
    const expected = draft.start === -1 ? 'no_stream' : draft.start;
    const result = await this.tools.store.append(known.stream, expected, draft.events);
    if (result.outcome === 'conflict') return undefined;
    known.appended(draft, result.position);
    return result.position;
  }

  async #repeated(
    known: KnownStream<State, Command, E>,
    trace: CommandTrace,
  ): Promise<Outcome<E, State>> {
    const { stream } = known;
    const stored = [];
    const max = trace.last - trace.first + 1;
    const reading = this.tools.store.readStream(stream, { from: trace.first, max });
    for await (const event of reading) stored.push(event);
    const events = (await this.tools.codec.decode(stored)) as Recorded<E>[];
    const { state, revision } = known;
    return {
      stream,
      revision: trace.last,
      position: stored.at(-1)?.position ?? 0n,
      events,
      repeated: true,
      left: { state, revision },
    };
  }
}
