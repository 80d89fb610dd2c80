/** A copy of an object without some of its fields. */
export function omit<T extends object, K extends keyof T>(object: T, ...fields: K[]): Omit<T, K> {
  const left: readonly PropertyKey[] = fields;
  return Object.fromEntries(
    Object.entries(object).filter(([field]) => !left.includes(field)),
  ) as unknown as Omit<T, K>;
}
