import { addDays, isLocalDate, type LocalDate } from './local-date.js';
import { parseTimestamp, type Timestamp, timestampOf } from './timestamp.js';

/** Time zone of business days ([request.timestamps]). */
const BUSINESS_TIME_ZONE = 'America/New_York';

/** Often sent for "no end". The day after it has no form that sorts as text. */
const LAST_DATE: LocalDate = '9999-12-31';
const END_OF_TIME: Timestamp = '9999-12-31T24:00:00.000Z';

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: BUSINESS_TIME_ZONE,
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The calendar date in New York at a moment. */
export function businessDate(at: Timestamp): LocalDate {
  return wallClock(Date.parse(at)).slice(0, 10);
}

/** The wall-clock time in New York at a moment, `yyyy-MM-dd HH:mm:ss`. */
export function businessTime(at: Timestamp): string {
  return wallClock(Date.parse(at)).replace('T', ' ');
}

/** Message for a date that must not be in the future. */
export const IN_THE_FUTURE = 'The date is in the future.';

/** Whether a moment is on a later New York day than `now`. A sender's clock that is slightly fast does not count. */
export function isFutureMoment(at: Timestamp, now: Timestamp): boolean {
  return at > now && businessDate(at) > businessDate(now);
}

/** Whether a day is later than today in New York. */
export function isFutureDay(day: LocalDate, now: Timestamp): boolean {
  // The New York date is at most a day behind the UTC date: an earlier day needs no time zone lookup.
  return day >= now.slice(0, 10) && day > businessDate(now);
}

/** The first moment of a date in New York. */
export function startOfBusinessDay(date: LocalDate): Timestamp {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  // This looks up the offset of the evening before in New York; its clocks change hours after midnight.
  const offset = midnight - Date.parse(`${wallClock(midnight)}.000Z`);
  return timestampOf(midnight + offset);
}

/** The first moment after a date in New York (exclusive end). For 9999-12-31 it sorts after every moment. */
export function endOfBusinessDay(date: LocalDate): Timestamp {
  return date === LAST_DATE ? END_OF_TIME : startOfBusinessDay(addDays(date, 1));
}

/** Reads the bound of a period ([lists.periods]): a moment, or a day, which means its start as `from` and its exclusive end as `to`. */
export function periodBound(bound: 'from' | 'to', text: string): Timestamp | undefined {
  const moment = parseTimestamp(text);
  if (moment !== undefined || !isLocalDate(text)) return moment;
  return bound === 'from' ? startOfBusinessDay(text) : endOfBusinessDay(text);
}

/** New York wall-clock time as `yyyy-MM-ddTHH:mm:ss`. */
function wallClock(milliseconds: number): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of newYork.formatToParts(milliseconds)) parts[type] = value;
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}
