import {
  AggregateStore,
  EventCodec,
  EventRegistry,
  type EventStore,
} from '#libs/platform/event-store';
import { derivedIds, RandomIds } from '#libs/platform/runtime';
import { ParkedEvents, parkingEvents } from '#libs/platform/service';
import { ManualClock } from './manual-clock.js';

/** The parked events of a log, and the aggregates for operators' requests. */
export function parkingIn(
  store: EventStore,
  attempts = 3,
): { readonly parked: ParkedEvents; readonly aggregates: AggregateStore } {
  const never = (): never => {
    throw new Error('nothing is sealed');
  };
  const sealer = { ensure: never, prefetch: never, seal: never, open: never, opener: never };
  const codec = new EventCodec(new EventRegistry([parkingEvents as never]), sealer);
  const [clock, ids] = [new ManualClock(), new RandomIds()];
  const aggregates = new AggregateStore({ store, codec, clock, ids, derivedIds });
  return { parked: new ParkedEvents(aggregates, clock, ids, attempts), aggregates };
}
