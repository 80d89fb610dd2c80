/** What JSON makes of a value: amounts and quantities are texts, what is undefined is not there. */
export type JsonForm<T> = T extends { toJSON(): infer Json }
  ? Json
  : T extends object
    ? { readonly [Key in keyof T]: JsonForm<T[Key]> }
    : T;

/** A value as JSON has it, as events and documents keep it. Of a `Secret` there would be the mask alone. */
export function jsonForm<T>(value: T): JsonForm<T> {
  return JSON.parse(JSON.stringify(value)) as JsonForm<T>;
}
