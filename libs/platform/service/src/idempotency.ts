import {
  type Clock,
  type Decider,
  type DomainEvent,
  isRefusal,
  processMetadata,
  refuse,
  timestampOf,
} from '#libs/platform/kernel';
import { type AggregateStore, defineEvents } from '#libs/platform/event-store';
import type { IdempotencyLedger } from '#libs/platform/http';

/** A request came with an `Idempotency-Key` for the first time. */
export type IdempotencyEvent = DomainEvent<
  'idempotency.RequestBegun',
  { readonly fingerprint: string }
>;

/** How the events of the idempotency ledger are stored. */
export const idempotencyEvents = defineEvents<IdempotencyEvent>({
  'idempotency.RequestBegun': { version: 1 },
});

interface BeginRequest {
  /** Keyed hash of the digest of method, path and body: nobody can try out what was in a body. */
  readonly fingerprint: string;
}

/** Stream `idempotency-<command id>`: what a key was first used for. */
const idempotency: Decider<string | undefined, BeginRequest, IdempotencyEvent> = {
  category: 'idempotency',
  initial: undefined,
  decide({ fingerprint }, known) {
    if (known === undefined) return [{ type: 'idempotency.RequestBegun', data: { fingerprint } }];
    return known === fingerprint ? [] : refuse();
  },
  evolve: (_known, event) => event.data.fingerprint,
};

/** Remembers in the log what each `Idempotency-Key` was used for (decisions §1, 422). */
export class LogIdempotencyLedger implements IdempotencyLedger {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly clock: Clock,
    private readonly keyedHash: (namespace: string, value: string) => string,
  ) {}

  async begin(commandId: string, digest: string): Promise<'new' | 'known' | 'mismatch'> {
    const metadata = processMetadata('idempotency', commandId, timestampOf(this.clock.now()));
    const command = { fingerprint: this.keyedHash('idempotency', digest) };
    const outcome = await this.aggregates.handle(idempotency, commandId, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) return 'mismatch';
    return outcome.events.length > 0 ? 'new' : 'known';
  }
}
