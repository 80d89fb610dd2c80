import {
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  isRefusal,
  refuse,
  ruleProblem,
} from '#libs/platform/kernel';
import type { AggregateStore } from './aggregate-store.js';
import { defineEvents } from './event-registry.js';
import { StoreUnavailableError } from './event-store.js';

/** An exclusive reservation tolerates no other on its value; shared ones tolerate each other. */
export type ReservationMode = 'exclusive' | 'shared';

interface Held {
  /** Kind of value: `login`, `account-name` … */
  readonly kind: string;
  /** Who holds it: the owner's stream. */
  readonly holder: string;
}

/** What happened to a unique value. */
export type ReservationEvent =
  | DomainEvent<'reservation.Reserved', Held & { readonly mode: ReservationMode }>
  | DomainEvent<'reservation.Confirmed', Held>
  | DomainEvent<'reservation.Released', Held>;

export const reservationEvents = defineEvents<ReservationEvent>({
  'reservation.Reserved': { history: { title: 'Value reserved' } },
  'reservation.Confirmed': { history: { title: 'Reservation confirmed' } },
  'reservation.Released': { history: { title: 'Reservation released' } },
});

type ReservationCommand =
  | (Held & { readonly type: 'Reserve'; readonly mode: ReservationMode })
  /** Makes the reservation permanent because the owner's stream confirms it; reserves again if it was released meanwhile. */
  | (Held & { readonly type: 'Keep'; readonly mode: ReservationMode })
  /** Makes the reservation permanent if it still exists. */
  | (Held & { readonly type: 'Confirm' })
  | (Held & { readonly type: 'Release' });

type ReservationState = ReadonlyMap<
  string,
  { readonly mode: ReservationMode; readonly confirmed: boolean }
>;

/** Refusal code if somebody else holds the value; callers translate it into their own rule. */
export const RESERVED = 'reservation.held.by.another';

/** Stream `reservation-<keyed hash of kind and value>`. */
export const reservation: Decider<ReservationState, ReservationCommand, ReservationEvent> = {
  category: 'reservation',
  initial: new Map(),

  decide(command, holders) {
    const { kind, holder } = command;
    const own = holders.get(holder);
    const confirmed: ReservationEvent = { type: 'reservation.Confirmed', data: { kind, holder } };
    switch (command.type) {
      case 'Reserve':
      case 'Keep': {
        const { type, mode } = command;
        const kept = type === 'Keep' ? [confirmed] : [];
        if (own?.mode === mode) return own.confirmed ? [] : kept;
        const others = [...holders].filter(([name]) => name !== holder);
        const excluded =
          mode === 'exclusive'
            ? others.length > 0
            : others.some(([, other]) => other.mode === 'exclusive');
        if (excluded) return refuse(ruleProblem(RESERVED));
        return [{ type: 'reservation.Reserved', data: { kind, holder, mode } }, ...kept];
      }
      case 'Confirm':
        return !own || own.confirmed ? [] : [confirmed];
      case 'Release':
        return own ? [{ type: 'reservation.Released', data: { kind, holder } }] : [];
    }
  },

  evolve(holders, event) {
    const next = new Map(holders);
    const { holder } = event.data;
    const own = next.get(holder);
    switch (event.type) {
      case 'reservation.Reserved':
        next.set(holder, { mode: event.data.mode, confirmed: false });
        break;
      case 'reservation.Confirmed':
        if (own) next.set(holder, { ...own, confirmed: true });
        break;
      case 'reservation.Released':
        next.delete(holder);
        break;
    }
    return next;
  },
};

/** A value to reserve, and its holder. */
export interface Claim {
  /** Kind of value: `login`, `account-name` … */
  readonly kind: string;
  /** Another kind to share values with, so that each excludes the other's holders; default: `kind`. */
  readonly valuesOf?: string | undefined;
  /** The normalized value: equal if and only if it counts as the same. The log contains only a keyed hash of it. */
  readonly value: string;
  /** Who holds it; the sweeper asks the holder about unconfirmed reservations. */
  readonly holder: string;
  /** Default `exclusive`. */
  readonly mode?: ReservationMode;
}

/**
 * Uniqueness across streams in three steps: reserve, append to the owner's stream, confirm. If a process dies in between, the sweeper
 * settles the unconfirmed reservation by looking at the owner.
 */
export class Reservations {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly keyedHash: (namespace: string, value: string) => string,
  ) {}

  /** Key of a value in the log. Equal values have equal keys; nothing else can be learned from a key. */
  key({ kind, valuesOf = kind, value }: Omit<Claim, 'holder'>): string {
    return this.keyedHash(`reservation:${valuesOf}`, value);
  }

  /** Reserves a value; returns false if somebody else holds it. Repeating it for the same holder changes nothing. */
  async reserve(claim: Claim, metadata: CommandMetadata): Promise<boolean> {
    const { kind, holder, mode = 'exclusive' } = claim;
    const command = { type: 'Reserve', kind, holder, mode } as const;
    return !isRefusal(await this.#send(this.key(claim), command, metadata));
  }

  /**
   * Makes a reservation permanent once the owner's stream confirms it; reserves again if the sweeper has just released it.
   * If the store is away, the sweeper does it later.
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

  async release(claim: Claim, metadata: CommandMetadata): Promise<void> {
    await this.resolve(this.key(claim), claim, false, metadata);
  }

  /** Confirms or releases by key, for callers that no longer know the value. */
  async resolve(
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
    // A repeated request may reserve what its first attempt released.
    return this.aggregates.handle(reservation, key, command, metadata, { always: true });
  }
}
