import { Secret } from './secret.js';

/** A copy of an object without the given fields. */
export function omit<T extends object, K extends keyof T>(object: T, ...fields: K[]): Omit<T, K> {
  const left: readonly PropertyKey[] = fields;
  return Object.fromEntries(
    Object.entries(object).filter(([field]) => !left.includes(field)),
  ) as unknown as Omit<T, K>;
}

/** A copy of the given fields of an object, leaving out undefined ones. */
export function pick<T extends object, K extends keyof T>(
  object: T,
  ...fields: readonly K[]
): Pick<T, K> {
  const given = fields.filter((field) => object[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, object[field]])) as Pick<T, K>;
}

type Fields = Readonly<Record<string, unknown>>;

type Defined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined> };

/** A copy of an object without its undefined fields. */
export function defined<T extends object>(object: T): Defined<T> {
  const fields = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as Defined<T>;
}

/**
 * Whether two plain JSON values are equal. Key order does not matter, and an undefined field counts as absent.
 * Secrets are compared by content; an erased one equals nothing because its content is unknown. Not for instances of other classes.
 */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => equalJson(item, b[index]))
    );
  }
  if (a instanceof Secret || b instanceof Secret) {
    const hidden = a instanceof Secret ? a.reveal() : undefined;
    return hidden !== undefined && b instanceof Secret && b.reveal() === hidden;
  }
  const [left, right] = [defined(a), defined(b)] as [Fields, Fields];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && equalJson(left[name], right[name]))
  );
}

/** The type of a value after `JSON.stringify` and `JSON.parse`: amounts and quantities become strings. */
export type JsonForm<T> = T extends { toJSON(): infer Json }
  ? Json
  : T extends object
    ? { readonly [Key in keyof T]: JsonForm<T[Key]> }
    : T;

/** A value as events and documents store it. A `Secret` would be reduced to its mask. */
export function jsonForm<T>(value: T): JsonForm<T> {
  return JSON.parse(JSON.stringify(value)) as JsonForm<T>;
}
