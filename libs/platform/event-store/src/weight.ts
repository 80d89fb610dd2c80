import { Secret } from '#libs/platform/kernel';

/** About what V8 spends, in bytes: on an object or a string beside its content, on a slot, on an entry of a map or a set. */
const HEAD = 24;
const SLOT = 8;
const ENTRY = 32;

/** About what a state or the data of an event takes in memory, in bytes. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return HEAD + value.length;
  if (typeof value !== 'object' || value === null) return SLOT;
  // with what opens it
  if (value instanceof Secret) return 8 * HEAD + (value.sealed?.length ?? 0);
  let weight = HEAD;
  if (value instanceof Map) {
    for (const [key, item] of value) weight += ENTRY + weightOf(key) + weightOf(item);
  } else if (value instanceof Set) {
    for (const item of value) weight += ENTRY + weightOf(item);
  } else if (Array.isArray(value)) {
    for (const item of value) weight += SLOT + weightOf(item);
  } else {
    // no list of its values is made: this runs for each event
    for (const name in value) weight += SLOT + weightOf(value[name as never]);
  }
  return weight;
}
