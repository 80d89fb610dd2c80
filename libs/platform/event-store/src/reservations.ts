import { type CommandMetadata, isRefusal } from '#libs/platform/kernel';
import type { AggregateStore } from './aggregate-store.js';
import { defineEvents } from './event-registry.js';
import { StoreUnavailableError } from './event-store.js';
import { reservation, type ReservationEvent, type ReservationMode } from './reservation.js';

/** How the events of reservations are stored. */
export const reservationEvents = defineEvents<ReservationEvent>({
  'reservation.Reserved': { history: { title: 'Value reserved' } },
  'reservation.Confirmed': { history: { title: 'Reservation confirmed' } },
  'reservation.Released': { history: { title: 'Reservation released' } },
});

/** A value to hold, and for whom. */
export interface Claim {
  /** What is unique: `login`, `account-name` … */
  readonly kind: string;
  /** The kind whose values these are, where each keeps the other's holders out; default the own one. */
  readonly valuesOf?: string | undefined;
  /** The value, in the form in which two are the same. It reaches the log as a keyed hash only. */
  readonly value: string;
  /** Who holds it; what the sweeper asks about when the reservation is never confirmed. */
  readonly holder: string;
  /** Default `exclusive`. */
  readonly mode?: ReservationMode;
}

/**
 * Uniqueness across streams in three steps: reserve, append to the owner's stream, confirm. A process that dies in
 * between leaves an unconfirmed reservation, which the sweeper settles by looking at the owner.
 */
export class Reservations {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly keyedHash: (namespace: string, value: string) => string,
  ) {}

  /** Key of a value in the log: equal values have equal keys, and nothing else can be told from one. */
  key({ kind, valuesOf = kind, value }: Omit<Claim, 'holder'>): string {
    return this.keyedHash(`reservation:${valuesOf}`, value);
  }

  /** Reserves; false when somebody else holds the value. Repeating it for the same holder is no change. */
  async reserve(claim: Claim, metadata: CommandMetadata): Promise<boolean> {
    const { kind, holder, mode = 'exclusive' } = claim;
    const command = { type: 'Reserve', kind, holder, mode } as const;
    return !isRefusal(await this.#send(this.key(claim), command, metadata));
  }

  /**
   * Makes a reservation permanent, once the owner's stream says so. The sweeper may have given it back just before that: it is
   * reserved again then. While the store is away it is left to the sweeper.
   */
  async keep(
    key: string,
    { kind, holder, mode = 'exclusive' }: Omit<Claim, 'value'>,
    metadata: CommandMetadata,
  ): Promise<void> {
    try {
      await this.#send(key, { type: 'Keep', kind, holder, mode }, metadata);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }

  /** Gives a value back. */
  async release(claim: Claim, metadata: CommandMetadata): Promise<void> {
    await this.settle(this.key(claim), claim, false, metadata);
  }

  /** Confirms or releases by key, when the value itself is no longer known. */
  async settle(
    key: string,
    { kind, holder }: Pick<Claim, 'kind' | 'holder'>,
    held: boolean,
    metadata: CommandMetadata,
  ): Promise<void> {
    await this.#send(key, { type: held ? 'Confirm' : 'Release', kind, holder }, metadata);
  }

  #send(
    key: string,
    command: Parameters<typeof reservation.decide>[0],
    metadata: CommandMetadata,
  ): ReturnType<AggregateStore['handle']> {
    // a request that is repeated may reserve what its first attempt gave back
    return this.aggregates.handle(reservation, key, command, metadata, { always: true });
  }
}
