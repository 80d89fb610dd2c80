import {
  type Clock,
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  isRefusal,
  processMetadata,
  refuse,
  timestampOf,
} from '#libs/platform/kernel';
import { AggregateStore, defineEvents, type Outcome } from '#libs/platform/event-store';
import type { IdempotencyLedger, LedgerResult, LedgerEntry } from '#libs/platform/http';

/** `RequestBegun`: first use of an `Idempotency-Key`. `NothingChanged`: its command succeeded and left a stream unchanged. */
type IdempotencyEvent =
  | DomainEvent<'idempotency.RequestBegun', { readonly fingerprint: string }>
  | DomainEvent<
      'idempotency.NothingChanged',
      { readonly stream: string; readonly revision: number }
    >;

/** Definitions of the events in the idempotency ledger. */
export const idempotencyEvents = defineEvents<IdempotencyEvent>({
  'idempotency.RequestBegun': { history: { title: 'Idempotency key used' } },
  'idempotency.NothingChanged': {
    history: { title: 'Request with an idempotency key left things as they were' },
  },
});

type IdempotencyCommand =
  /** `fingerprint`: keyed hash of the digest of method, path and body, so nobody can guess bodies from it. */
  | { readonly type: 'Begin'; readonly fingerprint: string }
  /** The command succeeded without changing a stream, which was at this revision. */
  | { readonly type: 'NoteNothing'; readonly stream: string; readonly revision: number };

interface KeyUse {
  readonly fingerprint?: string;
  /** Streams that the command left unchanged, with their revision. */
  readonly unchanged: ReadonlyMap<string, number>;
}

/** Stream `idempotency-<command id>`: what a key was first used for, and which streams its command left unchanged. */
const idempotency: Decider<KeyUse, IdempotencyCommand, IdempotencyEvent> = {
  category: 'idempotency',
  initial: { unchanged: new Map() },
  decide(command, { fingerprint: known, unchanged }) {
    if (command.type === 'NoteNothing') {
      const { stream, revision } = command;
      if (unchanged.has(stream)) return [];
      return [{ type: 'idempotency.NothingChanged', data: { stream, revision } }];
    }
    const { fingerprint } = command;
    if (known === undefined) return [{ type: 'idempotency.RequestBegun', data: { fingerprint } }];
    return known === fingerprint ? [] : refuse();
  },
  evolve(use, { type, data }) {
    if (type === 'idempotency.RequestBegun') return { ...use, fingerprint: data.fingerprint };
    return { ...use, unchanged: new Map(use.unchanged).set(data.stream, data.revision) };
  },
};

/** Remembers which streams a repeatable command left unchanged, because no event tells. */
export class UnchangedStreams {
  constructor(private readonly aggregates: AggregateStore) {}

  /** Returns the outcome of an earlier attempt that left the stream unchanged; undefined if there was none. */
  async outcomeOf<State, Command, E extends DomainEvent>(
    commandId: string,
    decider: Decider<State, Command, E>,
    id: string,
  ): Promise<Outcome<never, State> | undefined> {
    const stream = AggregateStore.stream(decider, id);
    const { state, position } = await this.aggregates.load(idempotency, commandId);
    const revision = state.unchanged.get(stream);
    if (revision === undefined) return undefined;
    const after = await this.aggregates.load(decider, id);
    return { stream, revision, position, events: [], repeated: true, after };
  }

  async note(
    { stream, revision }: Pick<Outcome, 'stream' | 'revision'>,
    { commandId, receivedAt }: CommandMetadata,
  ): Promise<void> {
    const command = { type: 'NoteNothing', stream, revision } as const;
    const metadata = processMetadata('idempotency', commandId, receivedAt);
    await this.aggregates.handle(idempotency, commandId, command, metadata, { always: true });
  }
}

/** Records in the log what each `Idempotency-Key` was used for ([errors.422]). */
export class LogIdempotencyLedger implements IdempotencyLedger {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly clock: Clock,
    private readonly keyedHash: (namespace: string, value: string) => string,
  ) {}

  async find(commandId: string, digest: string): Promise<LedgerEntry> {
    const known = await this.aggregates.load(idempotency, commandId);
    const { fingerprint } = known.state;
    if (fingerprint === undefined) return { answer: 'new' };
    if (fingerprint !== this.#fingerprint(digest)) return { answer: 'mismatch' };
    // A key is begun before the command appends anything; once its stream has more events, only the newest position is known.
    return { answer: 'known', ...(known.revision === 0 && { since: known.position }) };
  }

  async begin(commandId: string, digest: string): Promise<LedgerResult> {
    const metadata = processMetadata('idempotency', commandId, timestampOf(this.clock.now()));
    const fingerprint = this.#fingerprint(digest);
    const command = { type: 'Begin', fingerprint } as const;
    const outcome = await this.aggregates.handle(idempotency, commandId, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) return 'mismatch';
    return outcome.events.length > 0 ? 'new' : 'known';
  }

  #fingerprint(digest: string): string {
    return this.keyedHash('idempotency', digest);
  }
}
