/** A refused value: field, value, error code. */
export type FieldRow = readonly [field: string, value: unknown, errorCode: string];

/** A value as shown in a title: `missing` for undefined; long ones are truncated. */
export function brief(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}… (${text.length})` : text;
}

/** Whether a value is an empty or blank text, which stands for null: `empty-texts.spec.ts` sends one for every field. */
const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Rows for `it.each`: field, value as shown in the title, value, error code. Empty texts are left out. */
export function titled(rows: readonly FieldRow[]): [string, string, unknown, string][] {
  return rows
    .filter(([, value]) => !isEmpty(value))
    .map(([field, value, errorCode]) => [field, brief(value), value, errorCode]);
}
