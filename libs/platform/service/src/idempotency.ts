import {
  type Clock,
  type CommandMetadata,
  type Decider,
  defined,
  type DomainEvent,
  isRefusal,
  processMetadata,
  refuse,
  timestampOf,
} from '#libs/platform/kernel';
import { type AggregateStore, defineEvents } from '#libs/platform/event-store';
import type { IdempotencyLedger, KeptResponse, LedgerEntry } from '#libs/platform/http';
import { deriveUuid } from '#libs/platform/runtime';

/** `fingerprint`: keyed hash of the digest of method, path, persons and body, so nobody can guess bodies from it. */
interface OfRequest {
  readonly fingerprint: string;
}

/** An answer as stored: positions are decimal texts. */
type StoredResponse = Omit<KeptResponse, 'position' | 'own'> & {
  readonly position?: string;
  readonly own?: string;
};

type IdempotencyEvent =
  /** A request uses the key, and is about to store something. */
  | DomainEvent<'idempotency.RequestBegun', OfRequest>
  /** The request of the key was decided. */
  | DomainEvent<'idempotency.RequestDecided', OfRequest & StoredResponse>
  /** The request that had begun was refused before a decision. */
  | DomainEvent<'idempotency.KeyFreed', OfRequest>
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

type IdempotencyCommand =
  | ({ readonly type: 'Begin' | 'Free' } & OfRequest)
  | ({ readonly type: 'Keep'; readonly answer: StoredResponse } & OfRequest);

/** `fingerprint`: of the request that the key is bound to. */
interface Key {
  readonly fingerprint?: string;
  readonly answer?: StoredResponse;
}

/** Stream `idempotency-<key id>`: which request a key is bound to, and what was decided. */
const idempotency: Decider<Key, IdempotencyCommand, IdempotencyEvent> = {
  category: 'idempotency',
  initial: {},
  decide({ fingerprint, ...command }, known) {
    if (known.fingerprint !== undefined && known.fingerprint !== fingerprint) return refuse();
    if (known.answer !== undefined) return [];
    const isBound = known.fingerprint !== undefined;
    switch (command.type) {
      case 'Begin':
        return isBound ? [] : [{ type: 'idempotency.RequestBegun', data: { fingerprint } }];
      case 'Keep':
        return [{ type: 'idempotency.RequestDecided', data: { fingerprint, ...command.answer } }];
      case 'Free':
        return isBound ? [{ type: 'idempotency.KeyFreed', data: { fingerprint } }] : [];
    }
  },
  evolve(known, { type, data }) {
    switch (type) {
      case 'idempotency.RequestBegun':
        return { fingerprint: data.fingerprint };
      case 'idempotency.RequestDecided': {
        const { fingerprint, ...answer } = data;
        return { fingerprint, answer };
      }
      case 'idempotency.KeyFreed':
        return {};
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
  ) {}

  async find(keyId: string, print: string): Promise<LedgerEntry> {
    const known = await this.aggregates.load(idempotency, keyId);
    const entry = entryOf(known.state, this.#fingerprint(print));
    // A key is begun before the command stores anything; once its stream has more events, only the newest position is known.
    if (entry.use === 'begun' && known.revision === 0) return { ...entry, since: known.position };
    return entry.use === 'none' && known.revision >= 0 ? { ...entry, freed: true } : entry;
  }

  begin(keyId: string, print: string): Promise<LedgerEntry> {
    return this.#send(keyId, { type: 'Begin', fingerprint: this.#fingerprint(print) });
  }

  keep(keyId: string, print: string, answer: KeptResponse): Promise<LedgerEntry> {
    const { position, own, ...rest } = answer;
    const stored = defined({ ...rest, position: position?.toString(), own: own?.toString() });
    const fingerprint = this.#fingerprint(print);
    return this.#send(keyId, { type: 'Keep', fingerprint, answer: stored });
  }

  async free(keyId: string, print: string): Promise<void> {
    await this.#send(keyId, { type: 'Free', fingerprint: this.#fingerprint(print) });
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
    if (outcome.events.length > 0) return { use: 'none' };
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
