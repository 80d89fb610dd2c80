import {
  addDays,
  addMilliseconds,
  addMonths,
  isLocalDate,
  isTimestamp,
  type Timestamp,
} from '#libs/platform/kernel';

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
