import { Secret } from '#libs/platform/kernel';

/** Whether two values say the same: JSON by content, secrets by what they hide. A missing key is an undefined one. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Secret || b instanceof Secret) {
    return a instanceof Secret && b instanceof Secret && sameSecret(a, b);
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => sameValue(left[key], right[key]));
}

/** An erased secret equals nothing: what it was can't be known. */
function sameSecret(a: Secret, b: Secret): boolean {
  const value = a.reveal();
  return value !== undefined && value === b.reveal();
}
