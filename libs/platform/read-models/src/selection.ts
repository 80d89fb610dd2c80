import {
  type Document,
  type Entry,
  type FindOptions,
  type IndexDefinition,
  type IndexValue,
  InvalidCursorError,
  MissingIndexError,
  type Page,
} from './document-store.js';
import {
  encodeIndexValue,
  fieldValues,
  indexKeys,
  isIndexValue,
  typeBracket,
} from './index-key.js';

/** A validated selection, from which both adapters work. */
export interface Selection {
  /** Identifies the selection in its cursors; the same in each generation. */
  readonly name: string;
  readonly index: IndexDefinition;
  /** Fields of the index after those matched by equality. Results are ordered by them and then by id. */
  readonly orderedFields: readonly string[];
  readonly descending: boolean;
  /** End of the previous page. */
  readonly after: CursorPlace | undefined;
}

/** A place in the result: values of the ordered fields, and the id. */
interface CursorPlace {
  readonly values: readonly IndexValue[];
  readonly id: string;
}

/** Validates a selection against the declared indexes. */
export function selectionOf(
  collection: string,
  indexes: readonly IndexDefinition[],
  options: FindOptions,
): Selection {
  const index = indexes.find(({ name }) => name === options.index);
  if (index === undefined) {
    throw new MissingIndexError(`${collection} has no index ${options.index}`);
  }
  const orderedFields = index.fields.slice(options.equals.length);
  if (
    options.equals.length > index.fields.length ||
    (options.range && orderedFields.length === 0)
  ) {
    throw new Error(`index ${index.name} has fewer fields than the selection`);
  }
  if (!Number.isInteger(options.limit) || options.limit < 1) {
    throw new Error('a page has at least one document');
  }
  const descending = options.order === 'descending';
  const list = `${collection.replace(/_v\d+_g\d+$/, '')}.${index.name}`;
  const name = descending ? `-${list}` : list;
  return {
    name,
    index,
    orderedFields,
    descending,
    after:
      options.after === undefined ? undefined : placeOf(options.after, name, orderedFields.length),
  };
}

/** Cursor for the page after a document. */
export function cursorAt(selection: Selection, document: Document, id: string): string {
  const values = selection.orderedFields.map((field) => onlyValue(selection, document, field));
  return cursorOf([selection.name, ...values, id]);
}

function onlyValue(selection: Selection, document: Document, field: string): IndexValue {
  const { values, array } = fieldValues(document, field);
  if (array) {
    throw new Error(`index ${selection.index.name} matches array field ${field} by equality only`);
  }
  return values[0] ?? null;
}

/** Makes a page. Throws if an array field is not matched by equality, since a document could then be found more than once. */
export function pageOf<E extends Entry>(
  selection: Selection,
  items: readonly E[],
  isLast: boolean,
): Page<E> {
  for (const { document } of items) {
    for (const field of selection.orderedFields) onlyValue(selection, document, field);
  }
  const last = items.at(-1);
  if (isLast || last === undefined) return { items };
  return { items, next: cursorAt(selection, last.document, last.id) };
}

/** The page without ids. */
export function documentsOf<D extends Document>({ items, ...more }: Page<Entry<D>>): Page<D> {
  return { items: items.map(({ document }) => document), ...more };
}

function placeOf(cursor: string, name: string, fields: number): CursorPlace {
  const [list, ...place] = valuesOfCursor(cursor);
  const [id, values] = [place.at(-1), place.slice(0, -1)];
  const isWhole = list === name && values.length === fields && values.every(isIndexValue);
  if (isWhole && typeof id === 'string') return { values, id };
  throw new InvalidCursorError('cursor');
}

/** No value or id starts with this byte, so a value followed by it sorts after all keys with that value. */
const END = Buffer.of(0xff);

/** `lower` is inclusive, `upper` exclusive. */
interface KeyBounds {
  readonly lower: Buffer;
  readonly upper: Buffer;
}

/** The index keys of a selection. `prefix` precedes the values in every key. */
export function selectedKeys(
  selection: Selection,
  { equals, range }: FindOptions,
  prefix: Buffer = Buffer.alloc(0),
): KeyBounds {
  const bound = Buffer.concat([prefix, ...equals.map(encodeIndexValue)]);
  return afterCursor(selection, bound, rangeBounds(bound, range));
}

/** Applies a selection to documents in memory: returns the ids on all pages after `options.after`, in order. Keeps no documents. */
export async function selectedIds(
  selection: Selection,
  options: FindOptions,
  batches: AsyncIterable<Iterable<Entry>>,
): Promise<readonly string[]> {
  const { lower, upper } = selectedKeys(selection, options);
  const found: { key: Buffer; id: string }[] = [];
  for await (const entries of batches) {
    for (const { id, document } of entries) {
      for (const values of indexKeys(selection.index, document)) {
        const key = Buffer.concat([values, Buffer.from(id, 'utf8')]);
        if (key.compare(lower) >= 0 && key.compare(upper) < 0) found.push({ key, id });
      }
    }
  }
  const direction = selection.descending ? -1 : 1;
  found.sort((a, b) => direction * a.key.compare(b.key));
  return found.map(({ id }) => id);
}

function rangeBounds(prefix: Buffer, range: FindOptions['range']): KeyBounds {
  const { from, to } = range ?? {};
  const whole = { lower: prefix, upper: Buffer.concat([prefix, END]) };
  const low = from === undefined ? undefined : typeBracket(from);
  const high = to === undefined ? undefined : typeBracket(to);
  const bracket = low ?? high;
  if (bracket === undefined) return whole;
  if (low && high && low.first !== high.first) return { lower: prefix, upper: prefix };
  const bound = (value: IndexValue, past: boolean): Buffer =>
    Buffer.concat([prefix, encodeIndexValue(value), ...(past ? [END] : [])]);
  return {
    lower:
      from === undefined
        ? Buffer.concat([prefix, Buffer.of(bracket.first)])
        : bound(from, range?.fromExclusive === true),
    upper:
      to === undefined
        ? Buffer.concat([prefix, Buffer.of(bracket.last), END])
        : bound(to, range?.toExclusive !== true),
  };
}

function afterCursor(selection: Selection, prefix: Buffer, bounds: KeyBounds): KeyBounds {
  if (selection.after === undefined) return bounds;
  const { values, id } = selection.after;
  const place = Buffer.concat([prefix, ...values.map(encodeIndexValue), Buffer.from(id, 'utf8')]);
  if (selection.descending) {
    return { ...bounds, upper: place.compare(bounds.upper) < 0 ? place : bounds.upper };
  }
  const next = Buffer.concat([place, Buffer.of(0)]);
  return { ...bounds, lower: next.compare(bounds.lower) > 0 ? next : bounds.lower };
}

/** Encodes values as an opaque cursor. */
export function cursorOf(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Decodes a cursor. The values are unchecked; returns none if the text is not a cursor. */
export function valuesOfCursor(cursor: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/** Cursor for a list that only grows, such as a stream. It never becomes invalid. */
export function cursorFromPosition(place: bigint | number): string {
  return Buffer.from(place.toString(), 'latin1').toString('base64url');
}

/** @throws InvalidCursorError */
export function positionFromCursor(cursor: string): bigint {
  const place = Buffer.from(cursor, 'base64url').toString('latin1');
  // The longest position of a log has 19 digits.
  if (!/^\d{1,19}$/.test(place) || cursorFromPosition(BigInt(place)) !== cursor) {
    throw new InvalidCursorError('cursor');
  }
  return BigInt(place);
}

/**
 * Like {@link positionFromCursor}, for a stream or a list in memory.
 * @throws InvalidCursorError
 */
export function indexOfCursor(cursor: string): number {
  const place = Number(positionFromCursor(cursor));
  if (!Number.isSafeInteger(place)) throw new InvalidCursorError('cursor');
  return place;
}
