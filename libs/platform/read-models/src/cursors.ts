import { InvalidCursorError } from './document-store.js';

/** Encodes values as an opaque cursor. */
export function cursorOf(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Decodes a cursor. The values are unchecked; returns none if the text is not a cursor. */
export function valuesOfCursor(cursor: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/** Cursor for a list that only grows, such as a stream. It never becomes invalid. */
export function cursorFromPosition(place: bigint | number): string {
  return Buffer.from(place.toString(), 'latin1').toString('base64url');
}

/** @throws InvalidCursorError */
export function positionFromCursor(cursor: string): bigint {
  const place = Buffer.from(cursor, 'base64url').toString('latin1');
  // The longest position of a log has 19 digits.
  if (!/^\d{1,19}$/.test(place) || cursorFromPosition(BigInt(place)) !== cursor) {
    throw new InvalidCursorError('cursor');
  }
  return BigInt(place);
}

/**
 * Like {@link positionFromCursor}, for a stream or a list in memory.
 * @throws InvalidCursorError
 */
export function indexOfCursor(cursor: string): number {
  const place = Number(positionFromCursor(cursor));
  if (!Number.isSafeInteger(place)) throw new InvalidCursorError('cursor');
  return place;
}
