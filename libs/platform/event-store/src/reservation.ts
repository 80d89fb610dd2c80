import { type Decider, type DomainEvent, refuse, ruleProblem } from '#libs/platform/kernel';

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
