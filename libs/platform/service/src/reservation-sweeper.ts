import type { Reservations, ReservationEvent } from '#libs/platform/event-store';
import {
  type Clock,
  type CommandMetadata,
  processMetadata,
  type RecordedOf,
  recordingTime,
  type Timestamp,
  timestampOf,
} from '#libs/platform/kernel';
import type { Document, Projection, ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import { EveryMinute } from './every-minute.js';

/** A reservation that has been neither confirmed nor released. */
interface PendingReservation extends Document {
  readonly key: string;
  readonly kind: string;
  readonly holder: string;
  readonly reservedAt: Timestamp;
}

/** Unconfirmed reservations, read by the sweeper. */
export const pendingReservations: Projection<PendingReservation, ReservationEvent> = {
  name: 'reservations.pending',
  version: 1,
  indexes: [{ name: 'by_time', fields: ['reservedAt'] }],
  events: ['reservation.Reserved', 'reservation.Confirmed', 'reservation.Released'],
  documents: (event) => [`${keyOf(event)}/${event.data.holder}`],
  fold: (_document, event) =>
    event.type === 'reservation.Reserved'
      ? {
          key: keyOf(event),
          kind: event.data.kind,
          holder: event.data.holder,
          reservedAt: recordingTime(event),
        }
      : undefined,
};

function keyOf(event: RecordedOf<ReservationEvent>): string {
  return event.stream.slice(event.stream.indexOf('-') + 1);
}

/** Checks in the owner's stream whether a holder really holds a reserved value. */
export interface ReservationOwner {
  /** The kinds of reservation it decides on. */
  readonly kinds: readonly string[];
  /** @param key keyed hash of the reserved value */
  holds(holder: string, key: string, kind: string): Promise<boolean>;
}

/** Longer than any request lasts: older reservations belong to a process that died. */
const ABANDONED_AFTER_MS = 5 * 60_000;
const PAGE = 200;

/** Settles reservations whose process died between reserving and confirming. */
export class ReservationSweeper extends EveryMinute {
  constructor(
    private readonly reservations: Reservations,
    private readonly readModels: ReadModels,
    private readonly owners: readonly ReservationOwner[],
    private readonly clock: Clock,
    logger: Logger,
  ) {
    super('reservations not swept', logger);
  }

  /** Sweeps at once and then every minute. */
  override start(): void {
    this.look();
    super.start();
  }

  /** Confirms reservations whose value is held and releases the others. Returns how many there were. */
  async run(): Promise<number> {
    const to = timestampOf(this.clock.now() - ABANDONED_AFTER_MS);
    const { items } = await this.readModels
      .of(pendingReservations)
      .find({ index: 'by_time', equals: [], range: { to }, limit: PAGE });
    for (const { key, kind, holder } of items) {
      const owner = this.owners.find(({ kinds }) => kinds.includes(kind));
      if (!owner) throw new Error(`no owner is registered for reservations of kind ${kind}`);
      const held = await owner.holds(holder, key, kind);
      await this.reservations.resolve(key, { kind, holder }, held, this.#metadata(key, holder));
    }
    return items.length;
  }

  #metadata(key: string, holder: string): CommandMetadata {
    const receivedAt = timestampOf(this.clock.now());
    const commandId = deriveUuid(key, `sweep:${holder}:${receivedAt}`);
    return processMetadata('reservation-sweeper', commandId, receivedAt);
  }
}
