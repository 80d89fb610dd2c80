export {
  type ConsumerParking,
  CONSUMERS,
  NOTHING_PARKED,
  type ParkedEvent,
  parkedEvents,
  parkingEvents,
  parkingRules,
} from './parked-event.js';
export { ParkedEvents } from './parked-events.js';
export type { ParkingOptions } from './parking.js';
