import { InvalidCursorError } from './document-store.js';

/** A cursor that stands for some values: opaque. */
export function cursorOf(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The values that a cursor stands for, unchecked; none of a text that is no such cursor. */
export function valuesOfCursor(cursor: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/** The longest position of a log. */
const PLACE = /^\d{1,19}$/;

/** A cursor for a list that only grows, such as a stream: opaque, and good for ever. */
export function cursorOfPlace(place: bigint | number): string {
  return Buffer.from(place.toString(), 'latin1').toString('base64url');
}

/**
 * The place that a cursor stands for.
 * @throws InvalidCursorError for a cursor that is none
 */
export function placeOfCursor(cursor: string): bigint {
  const place = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!PLACE.test(place) || cursorOfPlace(BigInt(place)) !== cursor) {
    throw new InvalidCursorError('cursor');
  }
  return BigInt(place);
}

/**
 * The place that a cursor of a stream or of a list in memory stands for.
 * @throws InvalidCursorError for a cursor that is none
 */
export function indexOfCursor(cursor: string): number {
  const place = Number(placeOfCursor(cursor));
  if (!Number.isSafeInteger(place)) throw new InvalidCursorError('cursor');
  return place;
}
