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
import type { IdempotencyLedger, LedgerAnswer, LedgerEntry } from '#libs/platform/http';

/** A request came with an `Idempotency-Key` for the first time; it succeeded and left a stream as it was. */
type IdempotencyEvent =
  | DomainEvent<'idempotency.RequestBegun', { readonly fingerprint: string }>
  | DomainEvent<
      'idempotency.NothingChanged',
      { readonly stream: string; readonly revision: number }
    >;

/** How the events of the idempotency ledger are stored. */
export const idempotencyEvents = defineEvents<IdempotencyEvent>({
  'idempotency.RequestBegun': { history: { title: 'Idempotency key used' } },
  'idempotency.NothingChanged': {
    history: { title: 'Request with an idempotency key left things as they were' },
  },
});

type IdempotencyCommand =
  /** `fingerprint`: keyed hash of the digest of method, path and body: nobody can try out what was in a body. */
  | { readonly type: 'Begin'; readonly fingerprint: string }
  /** The command succeeded and left nothing in a stream, whose end was at the revision. */
  | { readonly type: 'NoteNothing'; readonly stream: string; readonly revision: number };

interface KeyUse {
  readonly fingerprint?: string;
  /** Streams that the command left as they were, with the revision they had. */
  readonly unchanged: ReadonlyMap<string, number>;
}

/** Stream `idempotency-<command id>`: what a key was first used for, and where that had nothing to do. */
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

/** Of a command that may be sent again: notes where it had nothing to do, which its events can't tell. */
export class UnchangedStreams {
  constructor(private readonly aggregates: AggregateStore) {}

  /** What an earlier attempt was answered that found nothing to do in a stream; undefined when none did. */
  async outcomeOf<State, Command, E extends DomainEvent>(
    commandId: string,
    decider: Decider<State, Command, E>,
    id: string,
  ): Promise<Outcome<never, State> | undefined> {
    const stream = AggregateStore.stream(decider, id);
    const { state, position } = await this.aggregates.load(idempotency, commandId);
    const revision = state.unchanged.get(stream);
    if (revision === undefined) return undefined;
    const left = await this.aggregates.load(decider, id);
    return { stream, revision, position, events: [], repeated: true, left };
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

/** Remembers in the log what each `Idempotency-Key` was used for ([errors.422]). */
export class LogIdempotencyLedger implements IdempotencyLedger {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly clock: Clock,
    private readonly keyedHash: (namespace: string, value: string) => string,
  ) {}

  async look(commandId: string, digest: string): Promise<LedgerEntry> {
    const known = await this.aggregates.load(idempotency, commandId);
    const { fingerprint } = known.state;
    if (fingerprint === undefined) return { answer: 'new' };
    if (fingerprint !== this.#fingerprint(digest)) return { answer: 'mismatch' };
    // a key is begun before anything it leaves; of a stream that goes on only the newest position is known
    return { answer: 'known', ...(known.revision === 0 && { since: known.position }) };
  }

  async begin(commandId: string, digest: string): Promise<LedgerAnswer> {
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
