/** A refused value: field, value, error code. */
export type FieldRow = readonly [field: string, value: unknown, errorCode: string];

/** A value as shown in a title: `missing` for undefined; long ones are truncated. */
export function brief(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}… (${text.length})` : text;
}

/** Rows for `it.each`: field, value as shown in the title, value, error code. */
export function titled(rows: readonly FieldRow[]): [string, string, unknown, string][] {
  return rows.map(([field, value, errorCode]) => [field, brief(value), value, errorCode]);
}
