/** Fields of a request: omitted, null, or with a value. */
export type Requested<T> = { readonly [Field in keyof T]?: T[Field] | null };

type Fields<T, K extends keyof T> = { [Field in K]: T[Field] };

/** Removes fields that are undefined or null. */
export function compact<T extends object>(
  object: T,
): Fields<
  T,
  { [K in keyof T]: null extends T[K] ? never : undefined extends T[K] ? never : K }[keyof T]
> & {
  [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]>;
} {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
  ) as never;
}
