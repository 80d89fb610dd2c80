import {
  type Clock,
  type CommandMetadata,
  type Decider,
  defined,
  type DomainEvent,
  isRefusal,
  processMetadata,
  refuse,
  type Timestamp,
  timestampOf,
} from '#libs/platform/kernel';
import { type AggregateStore, defineEvents } from '#libs/platform/event-store';
import type { IdempotencyLedger, KeptResponse, KeyAttempt, LedgerEntry } from '#libs/platform/http';
import { deriveUuid } from '#libs/platform/runtime';

/** `fingerprint`: keyed hash of the digest of method, path, persons and body, so nobody can guess bodies from it. */
interface OfRequest {
  readonly fingerprint: string;
}

/** An attempt to carry out the request; absent in what earlier versions stored. */
interface OfAttempt extends OfRequest {
  readonly attempt?: string;
}

/** An answer as stored: positions are decimal texts. */
type StoredResponse = Omit<KeptResponse, 'position' | 'own'> & {
  readonly position?: string;
  readonly own?: string;
};

type IdempotencyEvent =
  /** A request uses the key, and is about to store something. */
  | DomainEvent<'idempotency.RequestBegun', OfAttempt & { readonly begunAt?: Timestamp }>
  /** The request of the key was decided. */
  | DomainEvent<'idempotency.RequestDecided', OfRequest & StoredResponse>
  /** An attempt that had begun stores nothing any more: it was refused. */
  | DomainEvent<'idempotency.KeyFreed', OfAttempt>
  /** Stored by earlier versions instead of a decision. */
  | DomainEvent<
      'idempotency.NothingChanged',
      { readonly stream: string; readonly revision: number }
    >;

/** Definitions of the events in the idempotency ledger. */
export const idempotencyEvents = defineEvents<IdempotencyEvent>({
  'idempotency.RequestBegun': { history: { title: 'Idempotency key used' } },
  'idempotency.RequestDecided': {
    history: { title: 'Request with an idempotency key decided' },
    personal: { subject: ({ secretOf }) => secretOf, fields: ['body'] },
  },
  'idempotency.KeyFreed': { history: { title: 'Idempotency key freed' } },
  'idempotency.NothingChanged': {
    history: { title: 'Request with an idempotency key left things as they were' },
  },
});

type IdempotencyCommand = { readonly attempt: string } & OfRequest &
  (
    | { readonly type: 'Free' }
    | { readonly type: 'Begin'; readonly joins: boolean }
    | {
        readonly type: 'Keep';
        readonly answer: StoredResponse;
        /** Of a refusal: other attempts may still store something if they began after this. */
        readonly unlessBegunAfter: Timestamp | undefined;
      }
  );

/** `fingerprint`: of the request that the key is bound to. */
interface Key {
  readonly fingerprint?: string;
  readonly answer?: StoredResponse;
  /** When each attempt began that has not said that it stores nothing. */
  readonly attempts?: ReadonlyMap<string, string>;
}

/** How long an attempt of which nothing is heard may still store something, in milliseconds: longer than calls of the stores last. */
const ATTEMPT_MS = 60_000;

/** Whether another attempt that began after a moment may still store something. */
function mayStore({ attempts }: Key, own: string, after: Timestamp | undefined): boolean {
  if (after === undefined || attempts === undefined) return false;
  return [...attempts].some(([attempt, begunAt]) => attempt !== own && begunAt > after);
}

/** Stream `idempotency-<key id>`: which request a key is bound to, and what was decided. */
const idempotency: Decider<Key, IdempotencyCommand, IdempotencyEvent> = {
  category: 'idempotency',
  initial: {},
  decide({ fingerprint, attempt, ...command }, known, { now }) {
    if (known.fingerprint !== undefined && known.fingerprint !== fingerprint) return refuse();
    if (known.answer !== undefined) return [];
    const of = { fingerprint, attempt };
    const freed: readonly IdempotencyEvent[] = known.attempts?.has(attempt)
      ? [{ type: 'idempotency.KeyFreed', data: of }]
      : [];
    switch (command.type) {
      case 'Begin':
        return known.fingerprint === undefined || command.joins
          ? [{ type: 'idempotency.RequestBegun', data: { ...of, begunAt: now } }]
          : [];
      case 'Keep':
        return mayStore(known, attempt, command.unlessBegunAfter)
          ? freed
          : [{ type: 'idempotency.RequestDecided', data: { fingerprint, ...command.answer } }];
      case 'Free':
        return freed;
    }
  },
  evolve(known, { type, data }) {
    switch (type) {
      case 'idempotency.RequestBegun': {
        const { fingerprint, attempt = '', begunAt = '' } = data;
        return { fingerprint, attempts: new Map(known.attempts).set(attempt, begunAt) };
      }
      case 'idempotency.RequestDecided': {
        const { fingerprint, ...answer } = data;
        return { fingerprint, answer };
      }
      case 'idempotency.KeyFreed': {
        const attempts = new Map(known.attempts);
        attempts.delete(data.attempt ?? '');
        return attempts.size === 0 ? {} : { ...known, attempts };
      }
      case 'idempotency.NothingChanged':
        return known;
    }
  },
};

/** Records in the log which request each `Idempotency-Key` was used for, and what was decided ([errors.422]). */
export class LogIdempotencyLedger implements IdempotencyLedger {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly clock: Clock,
    private readonly keyedHash: (namespace: string, value: string) => string,
    /** What began before is over: no other process has the log. Undefined if others may have it. */
    private readonly aloneSince = '',
  ) {}

  async find(keyId: string, print: string): Promise<LedgerEntry> {
    const known = await this.aggregates.load(idempotency, keyId);
    const entry = entryOf(known.state, this.#fingerprint(print));
    // A key is begun before the command stores anything; once its stream has more events, only the newest position is known.
    if (entry.use === 'begun' && known.revision === 0) return { ...entry, since: known.position };
    return entry.use === 'none' && known.revision >= 0 ? { ...entry, freed: true } : entry;
  }

  begin(attempt: KeyAttempt, joins: boolean): Promise<LedgerEntry> {
    return this.#send(attempt.keyId, { type: 'Begin', ...this.#of(attempt), joins });
  }

  keep(attempt: KeyAttempt, kept: KeptResponse, isRefusal: boolean): Promise<LedgerEntry> {
    const { position, own, ...rest } = kept;
    const answer = defined({ ...rest, position: position?.toString(), own: own?.toString() });
    const unlessBegunAfter = isRefusal ? this.#lately() : undefined;
    const command = { type: 'Keep', ...this.#of(attempt), answer, unlessBegunAfter } as const;
    return this.#send(attempt.keyId, command);
  }

  async free(attempt: KeyAttempt): Promise<void> {
    await this.#send(attempt.keyId, { type: 'Free', ...this.#of(attempt) });
  }

  #lately(): Timestamp {
    const lately = timestampOf(this.clock.now() - ATTEMPT_MS);
    return lately > this.aloneSince ? lately : this.aloneSince;
  }

  #of({ print, attempt }: KeyAttempt): Pick<IdempotencyCommand, 'fingerprint' | 'attempt'> {
    return { fingerprint: this.#fingerprint(print), attempt };
  }

  commandId(keyId: string, print: string): string {
    return deriveUuid(keyId, this.#fingerprint(print));
  }

  /** Carries out a command. Returns what was known already; `none` if the command has changed it. */
  async #send(keyId: string, command: IdempotencyCommand): Promise<LedgerEntry> {
    const metadata: CommandMetadata = processMetadata(
      'idempotency',
      keyId,
      timestampOf(this.clock.now()),
    );
    const outcome = await this.aggregates.handle(idempotency, keyId, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) return { use: 'other' };
    const isDone = outcome.events.some(({ type }) => type !== 'idempotency.KeyFreed');
    if (isDone) return { use: 'none' };
    return entryOf(outcome.after.state, command.fingerprint);
  }

  #fingerprint(print: string): string {
    return this.keyedHash('idempotency', print);
  }
}

function entryOf({ fingerprint, answer }: Key, asked: string): LedgerEntry {
  if (fingerprint === undefined) return { use: 'none' };
  if (fingerprint !== asked) return { use: 'other' };
  if (answer === undefined) return { use: 'begun' };
  const { position, own, ...rest } = answer;
  const whole = (text: string | undefined) => (text === undefined ? undefined : BigInt(text));
  const kept = defined({ ...rest, position: whole(position), own: whole(own) });
  return { use: 'decided', answer: kept };
}
