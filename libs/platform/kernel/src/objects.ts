import { Secret } from './secret.js';

/** A copy of an object without some of its fields. */
export function omit<T extends object, K extends keyof T>(object: T, ...fields: K[]): Omit<T, K> {
  const left: readonly PropertyKey[] = fields;
  return Object.fromEntries(
    Object.entries(object).filter(([field]) => !left.includes(field)),
  ) as unknown as Omit<T, K>;
}

/** A copy of some fields of an object: those that are not undefined. */
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

/** A copy of an object without the fields that are undefined. */
export function defined<T extends object>(object: T): Defined<T> {
  const fields = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as Defined<T>;
}

/**
 * Whether two plain JSON values say the same: the order of keys does not matter, and an undefined field is an absent one.
 * Secrets are compared by what they hide; an erased one equals nothing, for what it was can't be known. Not for values of other classes.
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
