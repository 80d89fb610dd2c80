import { createHash } from 'node:crypto';
import type { Document, IndexDefinition, IndexValue } from './document-store.js';

/** Longer strings, in bytes, are ordered by their first bytes and distinguished by a digest, which keeps keys small. */
const LONGEST_STRING = 200;

const Tag = { null: 1, number: 2, string: 3, false: 4, true: 5 } as const;

/** Size of the longest encoded value: a shortened string with every byte doubled. */
export const LONGEST_VALUE = 2 * (LONGEST_STRING + 22) + 2;

/** Number of UTF-16 units that always fit into {@link LONGEST_STRING} bytes. */
const SURELY_SHORT = Math.floor(LONGEST_STRING / 3);

const scratch = Buffer.alloc(LONGEST_VALUE);

/** Encodes a value so that bytes sort like values: null, numbers, strings by UTF-8, false, true. */
export function encodeIndexValue(value: IndexValue): Buffer {
  return Buffer.from(scratch.subarray(0, writeIndexValue(scratch, 0, value)));
}

/** Writes an encoded value at `offset`; returns its end. */
export function writeIndexValue(target: Buffer, offset: number, value: IndexValue): number {
  if (typeof value === 'string') return writeString(target, offset, value);
  if (typeof value === 'number') return writeNumber(target, offset, value);
  target[offset] = value === null ? Tag.null : value ? Tag.true : Tag.false;
  return offset + 1;
}

function writeNumber(target: Buffer, offset: number, value: number): number {
  if (!Number.isFinite(value)) throw new TypeError('an index orders finite numbers only');
  target[offset] = Tag.number;
  const first = offset + 1;
  const end = target.writeDoubleBE(value === 0 ? 0 : value, first);
  // Flip the sign bit of positive numbers and all bits of negative ones: then the bytes sort like the numbers.
  const negative = (target[first] ?? 0) >= 0x80;
  for (let at = first; at < end; at++) {
    target[at] = (target[at] ?? 0) ^ (negative ? 0xff : at === first ? 0x80 : 0);
  }
  return end;
}

/** Encodes zero bytes as 00 FF and ends the string with 00, so that a prefix sorts before longer strings. */
function writeString(target: Buffer, offset: number, value: string): number {
  target[offset] = Tag.string;
  let end = offset + 1;
  if (value.length <= SURELY_SHORT && !value.includes('\0')) {
    end += target.write(value, end, 'utf8');
  } else {
    for (const byte of shortened(value)) {
      target[end++] = byte;
      if (byte === 0) target[end++] = 0xff;
    }
  }
  target[end] = 0;
  return end + 1;
}

function shortened(value: string): Buffer {
  const text = Buffer.from(value, 'utf8');
  if (text.length <= LONGEST_STRING) return text;
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return Buffer.concat([text.subarray(0, LONGEST_STRING), Buffer.from(digest)]);
}

/** Returns the end of the encoded value at `offset`. */
export function endOfIndexValue(bytes: Uint8Array, offset: number): number {
  const tag = bytes[offset];
  if (tag === Tag.number) return offset + 9;
  if (tag !== Tag.string) return offset + 1;
  let end = offset + 1;
  while (bytes[end] !== 0 || bytes[end + 1] === 0xff) end += bytes[end] === 0 ? 2 : 1;
  return end + 1;
}

/** First and last tag of the values that a bound is compared with: a number never matches a string. */
export function typeBracket(value: IndexValue): { readonly first: number; readonly last: number } {
  if (typeof value === 'boolean') return { first: Tag.false, last: Tag.true };
  const tag = value === null ? Tag.null : Tag[typeof value as 'number' | 'string'];
  return { first: tag, last: tag };
}

/** The keys of a document in an index: one, or one per distinct element of an array. */
export function indexKeys(index: IndexDefinition, document: Document): readonly Buffer[] {
  let keys: readonly Buffer[] = [Buffer.alloc(0)];
  let arrays = 0;
  for (const field of index.fields) {
    const values = fieldValues(document, field);
    if (values.array && ++arrays > 1) {
      throw new TypeError(`index ${index.name} leads through two arrays`);
    }
    const parts = values.values.map(encodeIndexValue);
    const only = parts.length === 1 ? parts[0] : undefined;
    if (only === undefined) {
      const unique = new Map(parts.map((part) => [part.toString('latin1'), part]));
      keys = keys.flatMap((key) => [...unique.values()].map((part) => Buffer.concat([key, part])));
    } else {
      keys = keys.map((key) => (key.length === 0 ? only : Buffer.concat([key, only])));
    }
  }
  return keys;
}

/** Value of a top-level field with a single scalar; undefined for any other field. */
export function plainFieldValue(document: Document, field: string): IndexValue | undefined {
  const value = field.includes('.') ? undefined : document[field];
  return isIndexValue(value) ? value : undefined;
}

export function isIndexValue(value: unknown): value is IndexValue {
  if (value === null) return true;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The scalars at a dotted path, following arrays. */
export function fieldValues(
  document: Document,
  path: string,
): { readonly values: readonly IndexValue[]; readonly array: boolean } {
  if (!path.includes('.')) {
    const value = document[path];
    if (!Array.isArray(value)) return { values: [scalar(value, path)], array: false };
  }
  let array = false;
  let level: readonly unknown[] = [document];
  for (const name of path.split('.')) {
    level = level.flatMap((value) => {
      const next =
        typeof value === 'object' && value !== null
          ? (value as Record<string, unknown>)[name]
          : undefined;
      if (!Array.isArray(next)) return [next];
      array = true;
      return next as unknown[];
    });
  }
  return { values: level.map((value) => scalar(value, path)), array };
}

function scalar(value: unknown, path: string): IndexValue {
  if (value === undefined) return null;
  if (isIndexValue(value)) return value;
  throw new TypeError(`indexed field ${path} is not a string, number or boolean`);
}

/** Throws if a document can't be indexed because a field is an object or an index leads through two arrays. */
export function checkIndexable(indexes: readonly IndexDefinition[], document: Document): void {
  for (const index of indexes) indexKeys(index, document);
}
