import { addDays, isLocalDate, type LocalDate } from './local-date.js';
import { millisecondsOf, parseTimestamp, type Timestamp, timestampOf } from './timestamp.js';

/** Business days are computed here ([request.timestamps]). */
const BUSINESS_TIME_ZONE = 'America/New_York';

/** Often said where no end is meant. What comes after it has no form that sorts as text. */
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
  return wallClock(millisecondsOf(at)).slice(0, 10);
}

/** What is wrong with the day of something that is said to have happened. */
export const IN_THE_FUTURE = 'The date is in the future.';

/**
 * Whether a moment lies ahead: on a later day, in New York, than today. What is said to have happened does not; that the sender's
 * clock is a little fast changes nothing.
 */
export function isAhead(at: Timestamp, now: Timestamp): boolean {
  return at > now && businessDate(at) > businessDate(now);
}

/** Whether a day is later than today in New York. */
export function isDayAhead(day: LocalDate, now: Timestamp): boolean {
  // A day before that of Greenwich is not ahead: it is, or has been, that of New York.
  return day >= now.slice(0, 10) && day > businessDate(now);
}

/** The first moment of a date in New York. */
export function startOfBusinessDay(date: LocalDate): Timestamp {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  // The offset is looked up the evening before, New York time; its clocks change hours after midnight.
  const offset = midnight - Date.parse(`${wallClock(midnight)}.000Z`);
  return timestampOf(midnight + offset);
}

/** The first moment after a date in New York: its exclusive end. After the last date there is it is after every moment. */
export function endOfBusinessDay(date: LocalDate): Timestamp {
  return date === LAST_DATE ? END_OF_TIME : startOfBusinessDay(addDays(date, 1));
}

/**
 * The bound of a period ([lists.periods]): a moment, or a day alone, which stands for its beginning as `from` and for its exclusive end as
 * `to`. Undefined when it is neither.
 */
export function periodBound(bound: 'from' | 'to', text: string): Timestamp | undefined {
  const moment = parseTimestamp(text);
  if (moment !== undefined || !isLocalDate(text)) return moment;
  return bound === 'from' ? startOfBusinessDay(text) : endOfBusinessDay(text);
}

/** Clock and calendar in New York as `yyyy-MM-ddTHH:mm:ss`. */
function wallClock(milliseconds: number): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of newYork.formatToParts(milliseconds)) parts[type] = value;
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}
