import { isLocalDate, type LocalDate } from './local-date.js';

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

/** The moment `milliseconds` after the Unix epoch. */
export function timestampOf(milliseconds: number): Timestamp {
  return new Date(milliseconds).toISOString();
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
