import {
  addDays,
  addMilliseconds,
  addMonths,
  isLocalDate,
  isTimestamp,
  type Timestamp,
  type Decider,
  FieldCode,
  fieldProblem,
  LATEST_CLOCK,
  notFound,
  refuse,
} from '#libs/platform/kernel';
import type { ClockSet, ClockSetting } from './clock.events.js';

const DURATION =
  /^P(?=.)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/** Whether a text is an ISO 8601 duration in whole numbers, such as `P1M` or `P10DT12H`. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}

/** Adds a duration: years and months by the calendar, days of 24 hours. Undefined after the year 9999. */
export function addDuration(from: Timestamp, duration: string): Timestamp | undefined {
  const parts = DURATION.exec(duration)?.slice(1) ?? [];
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    parts.map((part) => Number((part as string | undefined) ?? 0));
  const date = addDays(addMonths(from.slice(0, 10), 12 * years + months), 7 * weeks + days);
  if (!isLocalDate(date)) return undefined;
  const time = ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  const later = addMilliseconds(`${date}${from.slice(10)}`, time);
  return isTimestamp(later) ? later : undefined;
}

/** The settings of each sandbox's clock by firm, oldest first. */
export type ClockSettings = ReadonlyMap<string, readonly ClockSetting[]>;

/** Gives a sandbox a clock; does nothing if it has one. */
export type StartClock = { readonly type: 'StartClock'; readonly firmId: string } & ClockSetting;
export type MoveClock = { readonly type: 'MoveClock'; readonly firmId: string } & ClockSetting;

/** Id of the only stream, so that a start finds all clocks without scanning the log. */
export const SANDBOX_CLOCKS = 'clocks';

/** How far a clock may be moved at once: everything that is due on the way happens during the request. */
const MOST_YEARS = 5;

/** The clocks of all sandboxes: stream `sandbox-clocks`. */
export const sandboxClocks: Decider<ClockSettings, StartClock | MoveClock, ClockSet> = {
  category: 'sandbox',
  initial: new Map(),
  decide({ type, firmId, at, to }, clocks) {
    const newest = clocks.get(firmId)?.at(-1);
    if (type === 'StartClock' && newest) return [];
    if (type === 'MoveClock') {
      if (!newest) return notFound();
      const now = shownBy(newest, Date.parse(at));
      if (Date.parse(to) < now) return refuseTo('The clock of a firm never goes backwards.');
      if (Date.parse(to) > yearsAfter(now, MOST_YEARS)) {
        return refuseTo(`The clock is moved by at most ${MOST_YEARS} years at once.`);
      }
      if (to > LATEST_CLOCK) return refuseTo(`The clock goes no further than ${LATEST_CLOCK}.`);
    }
    return [{ type: 'sandbox.ClockSet', data: { firmId, at, to } }];
  },
  evolve(clocks, { data: { firmId, at, to } }) {
    return new Map(clocks).set(firmId, [...(clocks.get(firmId) ?? []), { at, to }]);
  },
};

/** Returns what a clock shows at a moment, by its newest setting: milliseconds since 1970. */
export function shownBy({ at, to }: ClockSetting, moment: number): number {
  return moment + Date.parse(to) - Date.parse(at);
}

/** @param moment milliseconds since 1970 */
function yearsAfter(moment: number, years: number): number {
  const date = new Date(moment);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

function refuseTo(message: string): ReturnType<typeof refuse> {
  return refuse(fieldProblem('to', FieldCode.Value, message));
}
