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

export type IdempotencyEvent = DomainEvent<
  'idempotency.RequestBegun',
  { readonly fingerprint: string }
>;

/** How the events of the idempotency ledger are stored. */
export const idempotencyEvents = defineEvents<IdempotencyEvent>({
  'idempotency.RequestBegun': { version: 1 },
});

interface Begin {
  /** Digest of method, path and body. */
  readonly fingerprint: string;
}

/** Stream `idempotency-<command id>`: what a key was first used for. */
const idempotency: Decider<string | undefined, Begin, IdempotencyEvent> = {
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
  ) {}

  async begin(commandId: string, fingerprint: string): Promise<'new' | 'known' | 'mismatch'> {
    const metadata = processMetadata('idempotency', commandId, timestampOf(this.clock.now()));
    const command = { fingerprint };
    const outcome = await this.aggregates.handle(idempotency, commandId, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) return 'mismatch';
    return outcome.events.length > 0 ? 'new' : 'known';
  }
}
