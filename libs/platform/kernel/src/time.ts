/** A moment in internal form: `yyyy-MM-ddTHH:mm:ss.SSSZ`, UTC; sorts as text. */
export type Timestamp = string;

const ISO =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):?(\d{2}))$/;

/** Fast path: UTC with milliseconds, on a day that every month has. */
const UTC =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}(?:Z|\+00:00)$/;
/** Length of a timestamp without its offset. */
const LOCAL = 'yyyy-MM-ddTHH:mm:ss.SSS'.length;

/**
 * Parses a timestamp ([request.timestamps]): ISO-8601 with offset or `Z`. Cuts off digits beyond milliseconds.
 * Undefined if malformed or if the date, time or offset does not exist.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  if (UTC.test(text)) return `${text.slice(0, LOCAL)}Z`;
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, date = '', hour = '', minute = '', second = '', fraction = ''] = match;
  const [sign, offsetHour = '0', offsetMinute = '0'] = match.slice(6);
  if (!isLocalDate(date) || hour > '23' || minute > '59' || second > '59') return undefined;
  if (Number(offsetHour) > 18 || Number(offsetMinute) > 59) return undefined;
  const local = Date.parse(
    `${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`,
  );
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  const utc = local - (sign === '-' ? -offset : offset);
  const written = new Date(utc).toISOString();
  return isTimestamp(written) ? written : undefined;
}

/** Whether a text is an existing moment in internal form. */
export function isTimestamp(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) &&
    isLocalDate(text.slice(0, 10)) &&
    !Number.isNaN(Date.parse(text))
  );
}

/** The last moment that was written: under load, dozens of events and log lines have the same. */
let written = { milliseconds: NaN, timestamp: '' };

/** The moment `milliseconds` after the Unix epoch. */
export function timestampOf(milliseconds: number): Timestamp {
  if (milliseconds !== written.milliseconds) {
    written = { milliseconds, timestamp: new Date(milliseconds).toISOString() };
  }
  return written.timestamp;
}

/** Wire form: `yyyy-MM-ddTHH:mm:ss.SSS+00:00`. */
export function wireTimestamp(timestamp: Timestamp): string {
  return `${timestamp.slice(0, -1)}+00:00`;
}

/** Wire form of a date that is sent as a timestamp, such as `dateOfBirth`: midnight UTC. */
export function wireDateAsTimestamp(date: LocalDate): string {
  return `${date}T00:00:00.000+00:00`;
}

/** The moment `milliseconds` later (earlier when negative). */
export function addMilliseconds(timestamp: Timestamp, milliseconds: number): Timestamp {
  return timestampOf(Date.parse(timestamp) + milliseconds);
}

/** The moment `days` × 24 hours later (earlier when negative). */
export function add24Hours(timestamp: Timestamp, days: number): Timestamp {
  return addMilliseconds(timestamp, days * 86_400_000);
}

/**
 * Parses a date that may be sent as a timestamp (`dateOfBirth`, [request.timestamps]). Returns the date as written, whatever the
 * offset: a birthday does not move with the time zone. Undefined if it is neither.
 */
export function parseDateOrTimestamp(text: string): LocalDate | undefined {
  if (isLocalDate(text)) return text;
  return parseTimestamp(text) === undefined ? undefined : text.slice(0, 10);
}

/** A calendar date `yyyy-MM-dd`; sorts as text. */
export type LocalDate = string;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is an existing date, from year 0001 on. */
export function isLocalDate(text: string): boolean {
  const match = SHAPE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** The date `days` later (earlier when negative). */
export function addDays(date: LocalDate, days: number): LocalDate {
  const time = Date.parse(`${date}T00:00:00.000Z`) + days * 86_400_000;
  return new Date(time).toISOString().slice(0, 10);
}

/** The date `months` later (earlier when negative), clamped to the last day of the month. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const count = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1];
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  const toDay = Math.min(day, daysInMonth(toYear, toMonth));
  return `${pad(toYear, 4)}-${pad(toMonth, 2)}-${pad(toDay, 2)}`;
}

/** The date `years` later (earlier when negative); 29 February becomes 28 February in other years. */
export function addYears(date: LocalDate, years: number): LocalDate {
  return addMonths(date, years * 12);
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / 86_400_000;
}

/** First day of the month of a date. */
export function startOfMonth(date: LocalDate): LocalDate {
  return `${date.slice(0, 8)}01`;
}

/** First day of the year of a date. */
export function startOfYear(date: LocalDate): LocalDate {
  return `${date.slice(0, 5)}01-01`;
}

export function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4));
}

/** Completed years of age; negative before birth. Someone born on 29 February turns a year older on 1 March in other years. */
export function ageAt(dateOfBirth: LocalDate, date: LocalDate): number {
  const years = yearOf(date) - yearOf(dateOfBirth);
  return date.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

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
