import { Secret } from '#libs/platform/kernel';

/** Approximate V8 overhead in bytes: of an object or string, of a slot, and of a map or set entry. */
const HEAD = 24;
const SLOT = 8;
const ENTRY = 32;

/** Approximate memory use of a state or of event data, in bytes. */
export function memoryUseOf(value: unknown): number {
  if (typeof value === 'string') return HEAD + value.length;
  if (typeof value !== 'object' || value === null) return SLOT;
  // including its opener
  if (value instanceof Secret) return 8 * HEAD + (value.sealed?.length ?? 0);
  let weight = HEAD;
  if (value instanceof Map) {
    for (const [key, item] of value) weight += ENTRY + memoryUseOf(key) + memoryUseOf(item);
  } else if (value instanceof Set) {
    for (const item of value) weight += ENTRY + memoryUseOf(item);
  } else if (Array.isArray(value)) {
    for (const item of value) weight += SLOT + memoryUseOf(item);
  } else {
    // for-in avoids a list of the values: this runs for every event
    for (const name in value) weight += SLOT + memoryUseOf(value[name as never]);
  }
  return weight;
}
