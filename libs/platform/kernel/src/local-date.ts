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
