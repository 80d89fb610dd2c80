/** The first of the values that is one: what was sent, else what is known, else what is assumed. */
export function firstOf<T>(...values: readonly (T | null | undefined)[]): T | null {
  return values.find((value) => value !== undefined && value !== null) ?? null;
}

/** A field that may be empty: what was sent, null too, else what is known. */
export function settled<T>(sent: T | null | undefined, known: T | null | undefined): T | null {
  return sent === undefined ? (known ?? null) : sent;
}
