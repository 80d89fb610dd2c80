import { createHash } from 'node:crypto';
import type { Document, IndexDefinition, IndexValue } from './document-store.js';

/** Strings longer than this many bytes are ordered by their first bytes and told apart by a digest: keys stay small. */
const LONGEST_STRING = 200;

const Tag = { null: 1, number: 2, string: 3, false: 4, true: 5 } as const;

/** Bytes whose order is the order of the values: null, numbers, strings by UTF-8, false, true. */
export function encodeIndexValue(value: IndexValue): Buffer {
  switch (typeof value) {
    case 'number':
      return encodeNumber(value);
    case 'string':
      return encodeString(value);
    case 'boolean':
      return Buffer.of(value ? Tag.true : Tag.false);
    default:
      return Buffer.of(Tag.null);
  }
}

function encodeNumber(value: number): Buffer {
  if (!Number.isFinite(value)) throw new TypeError('an index orders finite numbers only');
  const bytes = Buffer.allocUnsafe(9);
  bytes[0] = Tag.number;
  bytes.writeDoubleBE(value === 0 ? 0 : value, 1);
  // Sign bit flipped for positive numbers, all bits for negative ones: then bytes compare as the numbers do.
  const negative = (bytes[1] ?? 0) >= 0x80;
  for (let i = 1; i < 9; i++) bytes[i] = (bytes[i] ?? 0) ^ (negative ? 0xff : i === 1 ? 0x80 : 0);
  return bytes;
}

/** Zero bytes become 00 FF and 00 ends the string, so that a prefix sorts before what it begins. */
function encodeString(value: string): Buffer {
  let text = Buffer.from(value, 'utf8');
  if (text.length > LONGEST_STRING) {
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    text = Buffer.concat([text.subarray(0, LONGEST_STRING), Buffer.from(digest)]);
  }
  if (!text.includes(0)) {
    const bytes = Buffer.allocUnsafe(text.length + 2);
    bytes[0] = Tag.string;
    text.copy(bytes, 1);
    bytes[text.length + 1] = 0;
    return bytes;
  }
  const bytes = [Tag.string as number];
  for (const byte of text) {
    bytes.push(byte);
    if (byte === 0) bytes.push(0xff);
  }
  return Buffer.from([...bytes, 0]);
}

/** Bytes that any value fits in: a text of the greatest length, each byte of it doubled. */
export const LONGEST_VALUE = 2 * (LONGEST_STRING + 22) + 2;

/** Text of so many UTF-16 units is never longer than {@link LONGEST_STRING} bytes. */
const SURELY_SHORT = Math.floor(LONGEST_STRING / 3);

/** Writes what {@link encodeIndexValue} gives at `offset`, without making a buffer of it; returns where it ends. */
export function writeIndexValue(target: Buffer, offset: number, value: IndexValue): number {
  if (typeof value === 'string' && value.length <= SURELY_SHORT && !value.includes('\0')) {
    target[offset] = Tag.string;
    const end = offset + 1 + target.write(value, offset + 1, 'utf8');
    target[end] = 0;
    return end + 1;
  }
  return offset + encodeIndexValue(value).copy(target, offset);
}

/** Where the value that starts at `offset` ends. */
export function endOfIndexValue(bytes: Uint8Array, offset: number): number {
  const tag = bytes[offset];
  if (tag === Tag.number) return offset + 9;
  if (tag !== Tag.string) return offset + 1;
  let end = offset + 1;
  while (bytes[end] !== 0 || bytes[end + 1] === 0xff) end += bytes[end] === 0 ? 2 : 1;
  return end + 1;
}

/** First and last tag of the values a bound may meet: a number is never compared with a string. */
export function typeBracket(value: IndexValue): { readonly first: number; readonly last: number } {
  if (typeof value === 'boolean') return { first: Tag.false, last: Tag.true };
  const tag = value === null ? Tag.null : Tag[typeof value as 'number' | 'string'];
  return { first: tag, last: tag };
}

/** Keys of a document in an index: one, or one per distinct element of its array field. */
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

/** Value of a field of the document itself that holds one scalar; undefined for any other. */
export function plainFieldValue(document: Document, field: string): IndexValue | undefined {
  const value = field.includes('.') ? undefined : document[field];
  return isIndexValue(value) ? value : undefined;
}

/** Whether a value can stand in an index as it is. */
export function isIndexValue(value: unknown): value is IndexValue {
  if (value === null) return true;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The scalars a dotted path leads to, through arrays where there are any. */
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
  throw new TypeError(`indexed field ${path} holds neither text, number nor truth value`);
}

/** Throws when a document can't stand in its indexes: a field that is an object, or two arrays in one index. */
export function checkIndexable(indexes: readonly IndexDefinition[], document: Document): void {
  for (const index of indexes) indexKeys(index, document);
}
