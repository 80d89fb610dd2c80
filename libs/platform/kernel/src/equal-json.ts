/**
 * Whether two plain JSON values say the same: the order of keys does not matter, and an undefined field is an absent one.
 * Not for values of classes.
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
  const [left, right] = [definedFields(a), definedFields(b)];
  return (
    left.size === right.size && [...left].every(([key, value]) => equalJson(value, right.get(key)))
  );
}

function definedFields(object: object): Map<string, unknown> {
  return new Map(Object.entries(object).filter(([, value]) => value !== undefined));
}
